-- fires: refunds_to_purchases | status_differs | names_two_payments
-- corrupts: a refund has the reference of another payment than the one whose id it names
update core.payment set reference = (
  select other.reference
  from core.payment as other
  where other.company = payment.company and other.currency = payment.currency and other.kind = 'payment' and other.is_money_moved
    and other.known_to is null and other.occurrence = 1 and other.payment_key <> payment.related_to
    and other.reference is distinct from payment.reference
  group by other.reference
  having count(*) = 1
  order by other.reference
  limit 1
)
where rowid = (
  select refund.rowid
  from core.payment as refund
  inner join recon.item as agreed
    on agreed.reconciliation = 'refunds_to_purchases' and agreed.outcome = 'matched' and agreed.company = refund.company
    and agreed.left_key = refund.payment_key
  where refund.company = $company and refund.business_date >= $period_start::date and refund.business_date < $period_end::date
    and refund.known_to is null and refund.is_money_moved and refund.occurrence = 1 and refund.kind = 'refund' and refund.related_to is not null
  order by refund.business_date desc, refund.payment_key
  limit 1
)
