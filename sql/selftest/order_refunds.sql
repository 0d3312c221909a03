-- statement: order_refund_cancelled
-- fires: order_refunds | status_differs | refund_cancelled
-- corrupts: the refund of an order is cancelled
update core.payment set status = 'cancelled', is_money_moved = false
where known_to is null
  and payment_key = (select max(right_key) from agreed_item where reconciliation = 'order_refunds' and left_amount = right_amount);

-- statement: order_refund_forgotten
-- fires: order_refunds | missing_left | refund_not_in_orders
-- corrupts: the shop does not report the refund of an order
update core.merchant_order set refunded = 0, status = 'paid'
where rowid = (
  select book.rowid
  from core.merchant_order as book
  inner join recon.item as agreed
    on agreed.reconciliation = 'order_refunds' and agreed.outcome = 'matched'
    and agreed.left_key = book.order_id and agreed.left_amount = agreed.right_amount
  inner join recon.order_refund as refund
    on refund.order_id = book.order_id and refund.refunded_before = refund.refunded
  where book.known_to is null
    and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
  order by agreed.business_date, book.order_id
  limit 1
);

-- statement: order_refund_not_made
-- fires: order_refunds | missing_right | refund_not_in_statement
-- corrupts: the shop reports an order of the first days as refunded that was not
update core.merchant_order set refunded = amount, status = 'refunded'
where rowid = (
  select book.rowid
  from core.merchant_order as book
  inner join recon.item as agreed
    on agreed.reconciliation = 'orders_to_statement' and agreed.outcome = 'matched'
    and agreed.left_key = book.order_id
  where book.known_to is null and book.refunded = 0 and book.status = 'paid'
    and book.business_date >= $period_start::date and book.business_date < $period_end::date
  order by book.business_date, book.order_id
  limit 1
);
