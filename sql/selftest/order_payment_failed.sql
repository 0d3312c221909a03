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
)
