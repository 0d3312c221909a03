-- A day with a lost open item has a control that was not made: what was carried forward to it is unknown.
insert into recon.control
select
  $run_id,
  company,
  currency,
  business_date,
  'open_items' as control,
  '' as subject,
  'Open items carried forward' as title,
  'not_made' as state,
  false as is_decided,
  null as difference,
  format('{} lost since the previous run. {}', core.counted_text(count(*), '1 open item', '{} open items'), min(problem)) as reason,
  'Rebuild the warehouse from the landing zone (tieout rebuild).' as what_to_do,
  'open_items' as input,
  null as due_on
from recon.continuity((select company from recon.run where run_id = $run_id))
group by company, currency, business_date
