-- fires: orders_to_statement | amount_differs | amount_differs
-- corrupts: an order is one cent more
update core.book_order set amount = amount + 0.01
where rowid = (
  select book_order.rowid
  from core.book_order as book_order
  inner join recon.item as agreed
    on agreed.reconciliation = 'orders_to_statement' and agreed.outcome = 'matched' and agreed.company = book_order.company
    and agreed.left_key = book_order.order_id
  where book_order.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and book_order.known_to is null and agreed.left_key is not null and agreed.right_key is not null
  order by agreed.business_date desc, agreed.left_key
  limit 1
)
