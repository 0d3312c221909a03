-- statement: order_amount_by_a_cent
-- fires: orders_to_statement | amount_differs | amount_differs
-- corrupts: the amount of an order is one cent too high
update core.merchant_order set amount = amount + 0.01
where rowid = (select row_id from agreed_order where right_key is not null order by agreed_on desc, order_id limit 1);

-- statement: order_in_another_currency
-- fires: orders_to_statement | amount_differs | currency_differs
-- corrupts: an order names another currency than that of its payment
update core.merchant_order set currency = if(currency = 'USD', 'EUR', 'USD')
where rowid = (select row_id from agreed_order where match_pass = 'same_identifier' order by agreed_on desc, right_key limit 1);

-- statement: order_dropped
-- fires: orders_to_statement | missing_left | payment_without_order
-- corrupts: an order is missing in the order file
delete from core.merchant_order
where rowid = (select row_id from agreed_order where right_key is not null order by agreed_on desc, order_id limit 1);

-- statement: order_file_in_the_minor_unit
-- fires: orders_to_statement | suggested | one_factor
-- corrupts: the amounts of all orders of a file are in the minor unit
update core.merchant_order set amount = amount * 100 where receipt_id = (from largest_order_file);

-- statement: order_file_of_another_zone
-- fires: orders_to_statement | suggested | times_shifted
-- corrupts: the times of all orders of a file are eight hours late
update core.merchant_order set placed_at = placed_at + interval 8 hours where receipt_id = (from largest_order_file);

-- statement: order_names_two_payments
-- fires: orders_to_statement | status_differs | names_two_payments
-- corrupts: an order that names its payment by id has the reference of another payment
update core.merchant_order set reference = (
  select other.right_reference
  from recon.item as other
  where other.reconciliation = 'orders_to_statement' and other.outcome = 'matched'
    and other.right_reference <> merchant_order.reference
  order by other.business_date, other.right_key
  limit 1
)
where rowid = (select row_id from agreed_order where match_pass = 'same_identifier' order by agreed_on desc, right_key limit 1);

-- statement: order_paid_twice
-- fires: orders_to_statement | duplicate | paid_twice
-- corrupts: a customer paid the same order twice
insert into core.payment
select * replace (payment_key || '-again' as payment_key, paid_at + interval 1 minute as paid_at)
from core.payment
where rowid = (from payment_of_order);

-- statement: order_payment_failed
-- fires: orders_to_statement | status_differs | order_paid_payment_not
-- corrupts: the payment of an order failed
update core.payment set status = 'error', is_money_moved = false
where rowid = (from payment_of_order);

-- statement: order_status_changed
-- fires: orders_to_statement | status_differs | payment_for_unpaid_order
-- corrupts: a paid order has the status open
update core.merchant_order set status = 'open', is_paid = false
where rowid = (select row_id from agreed_order where right_key is not null order by agreed_on desc, order_id limit 1);

-- statement: order_without_its_payment
-- fires: orders_to_statement | missing_right | order_without_payment
-- corrupts: the payment of an order is missing
delete from core.payment where rowid = (from payment_of_order);

-- statement: orders_without_rows
-- fires: orders_to_statement | missing_left | payment_without_order
-- corrupts: the order file states its period and has no row
delete from core.merchant_order;
