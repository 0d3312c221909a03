-- fires: control register | out_of_balance | bank_to_settlement
-- corrupts: the bank statement covers the days and has no line
delete from core.bank_line where company = $company
