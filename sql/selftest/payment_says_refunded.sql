-- fires: refunds_to_purchases | status_differs | refunded_without_refund
-- corrupts: a payment has had the status refunded for long, without a refund
update core.payment set status = 'refunded', known_from = known_from - interval 90 days
where rowid = (
  select payment.rowid
  from core.payment as payment
  where payment.company = $company and payment.business_date >= $period_start::date and payment.business_date < $period_end::date
    and payment.known_to is null and payment.is_money_moved and payment.occurrence = 1 and payment.kind = 'payment'
    and payment.status not in ('refunded', 'partially_refunded')
    and not exists (
      select 1 from core.payment as refund
      where refund.company = payment.company and refund.kind = 'refund'
        and (refund.related_to = payment.payment_key or refund.reference = payment.reference)
    )
  order by payment.business_date, payment.payment_key
  limit 1
)
