-- fires: refunds_to_purchases | over_refund | refunded_above_paid
-- corrupts: a refund exceeds its payment by one cent
update core.payment as refund set amount = agreed.right_amount::decimal(18, 4) + 0.01
from recon.item as agreed
where agreed.reconciliation = 'refunds_to_purchases' and agreed.company = refund.company and agreed.left_key = refund.payment_key
  and refund.rowid = (
  select refund.rowid
  from core.payment as refund
  inner join recon.item as agreed
    on agreed.reconciliation = 'refunds_to_purchases' and agreed.outcome = 'matched' and agreed.company = refund.company
    and agreed.left_key = refund.payment_key
  where refund.company = $company and refund.business_date >= $period_start::date and refund.business_date < $period_end::date
    and refund.known_to is null and refund.is_money_moved and refund.occurrence = 1 and refund.kind = 'refund'
  order by refund.business_date desc, refund.payment_key
  limit 1
)
