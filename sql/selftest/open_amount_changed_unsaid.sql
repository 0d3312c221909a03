-- fires: check continuity
-- corrupts: the amount of an open item changed since the last run without a record
insert into recon.open_before (run_id, break_id, company, currency, business_date, reconciliation, outcome, amount)
select run_id, break_id, company, currency, business_date, reconciliation, outcome, coalesce(right_minus_left, 0) + 0.01
from recon.item
where company = $company and business_date >= $period_start::date and business_date < $period_end::date
  and outcome in (select outcome from recon.outcome where is_open)
order by business_date desc, reconciliation, item_key
limit 1
