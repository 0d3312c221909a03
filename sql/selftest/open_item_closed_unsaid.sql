-- fires: check continuity
-- corrupts: a matched item is still recorded as open
insert into recon.break_life
  (break_id, reconciliation, company, currency, business_date, item_key, outcome, reason, amount, first_seen_on, last_seen_on)
select
  item.break_id, item.reconciliation, item.company, item.currency, item.business_date, item.item_key, 'missing_right', 'It was open.', 0.01,
  item.business_date, item.business_date
from recon.item as item
where item.company = $company and item.business_date >= $period_start::date and item.business_date < $period_end::date and item.outcome = 'matched'
  and not exists (select 1 from recon.break_life as known where known.break_id = item.break_id)
order by item.business_date desc, item.reconciliation, item.item_key
limit 1
