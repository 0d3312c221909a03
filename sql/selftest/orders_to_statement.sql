-- statement: order_amount_by_a_cent
-- fires: orders_to_statement | amount_differs | amount_differs
-- corrupts: the amount of an order is one cent too high
update core.merchant_order set amount = amount + 0.01
where rowid = (
  select merchant_order.rowid
  from core.merchant_order as merchant_order
  inner join recon.item as agreed
    on agreed.reconciliation = 'orders_to_statement' and agreed.outcome = 'matched' and agreed.company = merchant_order.company
    and agreed.left_key = merchant_order.order_id
  where merchant_order.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and merchant_order.known_to is null and agreed.left_key is not null and agreed.right_key is not null
  order by agreed.business_date desc, agreed.left_key
  limit 1
);

-- statement: order_dropped
-- fires: orders_to_statement | missing_left | payment_without_order
-- corrupts: an order is missing in the order file
delete from core.merchant_order where rowid = (
  select merchant_order.rowid
  from core.merchant_order as merchant_order
  inner join recon.item as agreed
    on agreed.reconciliation = 'orders_to_statement' and agreed.outcome = 'matched' and agreed.company = merchant_order.company
    and agreed.left_key = merchant_order.order_id
  where merchant_order.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and merchant_order.known_to is null and agreed.left_key is not null and agreed.right_key is not null
  order by agreed.business_date desc, agreed.left_key
  limit 1
);

-- statement: order_names_two_payments
-- fires: orders_to_statement | status_differs | names_two_payments
-- corrupts: an order that names its payment by id has the reference of another payment
update core.merchant_order set reference = (
  select other.right_reference
  from recon.item as other
  where other.reconciliation = 'orders_to_statement' and other.outcome = 'matched' and other.company = $company
    and other.right_reference <> merchant_order.reference
  order by other.business_date, other.right_key
  limit 1
)
where rowid = (
  select orders.rowid
  from core.merchant_order as orders
  inner join recon.item as agreed
    on agreed.reconciliation = 'orders_to_statement' and agreed.outcome = 'matched' and agreed.company = orders.company
    and agreed.left_key = orders.order_id
  where orders.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and orders.known_to is null and agreed.match_pass = 'same_identifier'
  order by agreed.business_date desc, agreed.right_key
  limit 1
);

-- statement: order_paid_twice
-- fires: orders_to_statement | duplicate | paid_twice
-- corrupts: a customer paid the same order twice
insert into core.payment
select * replace (payment_key || '-again' as payment_key, paid_at + interval 1 minute as paid_at)
from core.payment
where rowid = (
  select payment.rowid
  from core.payment as payment
  inner join recon.item as agreed
    on agreed.reconciliation = 'orders_to_statement' and agreed.outcome = 'matched' and agreed.company = payment.company
    and agreed.right_key = payment.payment_key and payment.occurrence = 1 and payment.reference is not null
  where payment.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and payment.known_to is null and agreed.left_key is not null and agreed.right_key is not null
  order by agreed.business_date desc, agreed.left_key
  limit 1
);

-- statement: order_payment_failed
-- fires: orders_to_statement | status_differs | order_paid_payment_not
-- corrupts: the payment of an order failed
update core.payment set status = 'error', is_money_moved = false
where rowid = (
  select payment.rowid
  from core.payment as payment
  inner join recon.item as agreed
    on agreed.reconciliation = 'orders_to_statement' and agreed.outcome = 'matched' and agreed.company = payment.company
    and agreed.right_key = payment.payment_key and payment.occurrence = 1 and payment.reference is not null
  where payment.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and payment.known_to is null and agreed.left_key is not null and agreed.right_key is not null
  order by agreed.business_date desc, agreed.left_key
  limit 1
);

-- statement: order_status_changed
-- fires: orders_to_statement | status_differs | payment_for_unpaid_order
-- corrupts: a paid order has the status open
update core.merchant_order set status = 'open', is_paid = false
where rowid = (
  select merchant_order.rowid
  from core.merchant_order as merchant_order
  inner join recon.item as agreed
    on agreed.reconciliation = 'orders_to_statement' and agreed.outcome = 'matched' and agreed.company = merchant_order.company
    and agreed.left_key = merchant_order.order_id
  where merchant_order.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and merchant_order.known_to is null and agreed.left_key is not null and agreed.right_key is not null
  order by agreed.business_date desc, agreed.left_key
  limit 1
);

-- statement: order_without_its_payment
-- fires: orders_to_statement | missing_right | order_without_payment
-- corrupts: the payment of an order is missing
delete from core.payment where rowid = (
  select payment.rowid
  from core.payment as payment
  inner join recon.item as agreed
    on agreed.reconciliation = 'orders_to_statement' and agreed.outcome = 'matched' and agreed.company = payment.company
    and agreed.right_key = payment.payment_key and payment.occurrence = 1 and payment.reference is not null
  where payment.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and payment.known_to is null and agreed.left_key is not null and agreed.right_key is not null
  order by agreed.business_date desc, agreed.left_key
  limit 1
);

-- statement: orders_without_rows
-- fires: orders_to_statement | missing_left | payment_without_order
-- corrupts: the order file states its period and has no row
delete from core.merchant_order where company = $company;
