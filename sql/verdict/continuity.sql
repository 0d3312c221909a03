-- A day with a lost open item is incomplete, whatever its verdict was.
update recon.verdict as verdict
set verdict = 'incomplete',
  reason = format('{} lost since the previous run. {}', core.counted_text(broken.item_count, '1 open item', '{} open items'), broken.problem)
from (
  select company, currency, business_date, count(*) as item_count, min(problem) as problem
  from recon.continuity((select company from recon.run where run_id = $run_id))
  group by company, currency, business_date
) as broken
where verdict.company = broken.company and verdict.currency = broken.currency and verdict.business_date = broken.business_date
