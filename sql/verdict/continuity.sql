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
  core.say('control-items_lost', { items: count(*), problem: min(problem) }) as reason,
  core.say('control-rebuild', null) as what_to_do,
  'open_items' as input,
  null as due_on
from recon.continuity((select company from recon.run where run_id = $run_id))
group by company, currency, business_date
