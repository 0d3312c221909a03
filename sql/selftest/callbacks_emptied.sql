-- fires: control register | out_of_balance | callbacks_to_statement
-- corrupts: the callback file covers the days and has no callback
delete from core.callback where company = $company
