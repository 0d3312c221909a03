-- A day on which an open item broke off is not proven, whatever else was said of it.
update recon.verdict as verdict
set verdict = 'incomplete',
  reason = format('{} open item(s) broke off on the way. {}', broken.item_count, broken.problem)
from (
  select company, currency, business_date, count(*) as item_count, min(problem) as problem
  from recon.continuity((select company from recon.run where run_id = $run_id))
  group by company, currency, business_date
) as broken
where verdict.company = broken.company and verdict.currency = broken.currency and verdict.business_date = broken.business_date
