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
)
