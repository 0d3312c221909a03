-- fires: control register | out_of_balance | callbacks_to_statement
-- corrupts: no callback was received on the last days
delete from core.callback where company = $company and business_date >= $period_end::date - 3
