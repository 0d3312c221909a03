-- fires: refunds_to_purchases | duplicate | refunded_twice
-- corrupts: a refund is duplicated within minutes
insert into core.payment
select * replace (payment_key || '-again' as payment_key, paid_at + interval 5 minutes as paid_at)
from core.payment
where rowid = (
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
