-- fires: statement_to_turnover | missing_left | turnover_without_line
-- corrupts: a statement line is in a different currency
update core.payment set currency = case currency when 'SGD' then 'USD' else 'SGD' end
where rowid = (
  select payment.rowid
  from core.payment as payment
  inner join recon.item as agreed
    on agreed.reconciliation = 'statement_to_turnover' and agreed.outcome = 'matched' and agreed.company = payment.company
    and agreed.currency = payment.currency and agreed.business_date = payment.business_date and agreed.left_key = payment.direction
  where payment.company = $company and payment.business_date >= $period_start::date and payment.business_date < $period_end::date
    and payment.known_to is null and payment.is_money_moved and payment.occurrence = 1 and payment.kind = 'payment'
  order by payment.business_date desc, payment.payment_key
  limit 1
)
