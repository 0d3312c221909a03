-- fires: control register | not_made | payout_roll_forward
-- corrupts: no payout account has a readable balance
delete from core.payout_account where company = $company
