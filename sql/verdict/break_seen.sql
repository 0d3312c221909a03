-- Updates each item that was open before and is found open again. Its day is the newest one: a payment that moves to another
-- day takes its item along.
update recon.break_life as break_life
set currency = item.currency,
  business_date = item.business_date,
  outcome = item.outcome,
  reason = item.reason,
  amount = item.right_minus_left,
  last_seen_on = run.as_of,
  closed_on = null,
  closed_because = null
from recon.item as item
inner join recon.run as run on run.run_id = item.run_id
inner join recon.outcome as outcome on outcome.outcome = item.outcome
where item.run_id = $run_id and outcome.is_open and break_life.break_id = item.break_id
