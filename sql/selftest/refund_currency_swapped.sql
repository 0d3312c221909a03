-- fires: refunds_to_purchases | amount_differs | currency_differs
-- corrupts: a refund is in a different currency than its payment
update core.payment set currency = case currency when 'SGD' then 'USD' else 'SGD' end
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
