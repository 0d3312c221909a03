-- Adds each item that this run is the first to find open.
insert into recon.break_life
select
  item.break_id, item.reconciliation, item.company, item.currency, item.business_date, item.item_key, item.outcome, item.reason,
  item.right_minus_left, run.as_of, run.as_of, null, null
from recon.item as item
inner join recon.run as run on run.run_id = item.run_id
inner join recon.outcome as outcome on outcome.outcome = item.outcome
where item.run_id = $run_id and outcome.is_open
  and not exists (select 1 from recon.break_life as known where known.break_id = item.break_id)
