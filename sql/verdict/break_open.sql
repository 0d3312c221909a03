-- Begins the life of each break that this run is the first to see, and carries on those it sees again. The
-- day is the newest one: a payment whose day is told otherwise takes its item along.
insert into recon.break_life
select
  item.break_id, item.reconciliation, item.company, item.currency, item.business_date, item.item_key, item.outcome, item.reason,
  item.right_minus_left, run.as_of, run.as_of, null, null
from recon.item as item
inner join recon.run as run on run.run_id = item.run_id
inner join recon.outcome as outcome on outcome.outcome = item.outcome
where item.run_id = $run_id and outcome.is_open
on conflict (break_id) do update set
  currency = excluded.currency,
  business_date = excluded.business_date,
  outcome = excluded.outcome,
  reason = excluded.reason,
  amount = excluded.amount,
  last_seen_on = excluded.last_seen_on,
  closed_on = null,
  closed_because = null
