-- fires: check continuity
-- corrupts: an item that was open before the last run is no longer recorded
insert into recon.open_before (run_id, break_id, company, currency, business_date, reconciliation, outcome, amount)
select run_id, md5('forgotten'), company, currency, business_date, reconciliation, 'missing_right', 0.01
from recon.item
where company = $company and business_date >= $period_start::date and business_date < $period_end::date
order by business_date desc, reconciliation, item_key
limit 1
