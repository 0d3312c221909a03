-- fires: check continuity
-- corrupts: an open item is missing and was not closed
insert into recon.break_life
  (break_id, reconciliation, company, currency, business_date, item_key, outcome, reason, amount, first_seen_on, last_seen_on)
select md5('lost'), reconciliation, company, currency, business_date, 'lost', 'missing_right', 'It was open.', 0.01, business_date, business_date
from recon.item
where company = $company and business_date >= $period_start::date and business_date < $period_end::date
order by business_date desc, reconciliation, item_key
limit 1
