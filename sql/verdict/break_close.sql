-- Closes each open item of the period that this run looked for and no longer found open, with when and why;
-- one that stands open on another day, since its payment is told otherwise, lives on there.
update recon.break_life
set closed_on = run.as_of,
  closed_because = coalesce(
    (select max(item.reason) from recon.item as item where item.break_id = break_life.break_id and item.run_id = run.run_id),
    'No run finds it any more.'
  ) || ' Known since the run of ' || strftime(run.as_of, '%Y-%m-%d') || '.'
from recon.run as run
where run.run_id = $run_id
  and break_life.company = run.company
  and break_life.business_date >= run.period_start
  and break_life.business_date < run.period_end
  and break_life.closed_on is null
  and not exists (
    select 1
    from recon.item as item
    inner join recon.outcome as outcome on outcome.outcome = item.outcome
    where item.break_id = break_life.break_id and outcome.is_open
  )
