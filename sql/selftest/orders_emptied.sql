-- fires: control register | out_of_balance | orders_to_statement
-- corrupts: the order file covers the days and has no order
delete from core.merchant_order where company = $company
