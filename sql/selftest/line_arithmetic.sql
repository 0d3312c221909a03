-- statement: statement_net_by_a_cent
-- fires: line_arithmetic | amount_differs | net_differs
-- corrupts: the net amount of a statement line is one cent too low
update core.payment set net_amount = net_amount - 0.01
where rowid = (
  select payment.rowid
  from core.payment as payment
  where payment.business_date >= $period_start::date and payment.business_date < $period_end::date
    and payment.known_to is null and payment.is_money_moved and payment.is_net_stated and payment.kind = 'payment'
  order by payment.business_date desc, payment.payment_key
  limit 1
);
