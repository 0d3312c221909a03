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
)
