-- A day with a lost open item is incomplete, whatever its verdict was.
update recon.verdict as verdict
set verdict = 'incomplete',
  reason = format('{} open item(s) lost since the previous run. {}', broken.item_count, broken.problem)
from (
  select company, currency, business_date, count(*) as item_count, min(problem) as problem
  from recon.continuity((select company from recon.run where run_id = $run_id))
  group by company, currency, business_date
) as broken
where verdict.company = broken.company and verdict.currency = broken.currency and verdict.business_date = broken.business_date
