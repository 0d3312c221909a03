-- statement: break_change
-- Records how each open item differs from when it was last seen: a changed amount or outcome, or a reopening.
insert into recon.break_change
select
  item.break_id, run.run_id, item.currency, item.business_date, item.reconciliation, run.as_of,
  case when break_life.closed_on is null then break_life.outcome else 'closed' end, item.outcome, break_life.amount, item.right_minus_left,
  core.say('changed', {
    how: case
      when break_life.closed_on is not null then 'reopened'
      when break_life.amount is distinct from item.right_minus_left then 'amount'
      else 'outcome'
    end,
    before: core.money_figure(item.currency, break_life.amount),
    after: core.money_figure(item.currency, item.right_minus_left),
    outcome_before: break_life.outcome,
    outcome_after: item.outcome,
    reason: item.reason
  })
from recon.item as item
inner join recon.run as run on run.run_id = item.run_id
inner join recon.outcome as outcome on outcome.outcome = item.outcome
inner join recon.break_life as break_life on break_life.break_id = item.break_id
where item.run_id = $run_id and outcome.is_open
  and (break_life.closed_on is not null or break_life.amount is distinct from item.right_minus_left or break_life.outcome <> item.outcome);

-- statement: break_seen
-- Updates each item that was open before and is found open again. The item gets its newest day: if its payment moves to another
-- day, the item moves with it.
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
where item.run_id = $run_id and outcome.is_open and break_life.break_id = item.break_id;

-- statement: break_open
-- Adds each item that this run is the first to find open.
insert into recon.break_life
select
  item.break_id, item.reconciliation, item.currency, item.business_date, item.item_key, item.outcome, item.reason,
  item.right_minus_left, run.as_of, run.as_of, null, null
from recon.item as item
inner join recon.run as run on run.run_id = item.run_id
inner join recon.outcome as outcome on outcome.outcome = item.outcome
anti join recon.break_life as known on known.break_id = item.break_id
where item.run_id = $run_id and outcome.is_open;

-- statement: break_close
-- Closes each open item of the run's days that this run did not find open, with date and reason. An item that is open on another
-- day, because its payment moved there, stays open. Where the record of the item has ended, the reason names the file; where its
-- reconciliation was removed, the reason says so, because nothing shows that the item was resolved.
update recon.break_life
set closed_on = run.as_of,
  closed_because = core.say('closed', {
    reason: (select max(item.reason) from recon.item as item where item.break_id = break_life.break_id and item.run_id = run.run_id),
    file: (
      select max(receipt.file_name)
      from core.ended_record as ended
      inner join raw.receipt as receipt on receipt.receipt_id = core.replacing_file(ended.receipt_id)
      where ended.is_gone
        and break_life.item_key in ('deposit:' || ended.record_key, 'reversal:' || ended.record_key, 'order:' || ended.record_key)
    ),
    removed: (
      select break_life.reconciliation
      where not exists (
        select 1 from recon.reconciliation as defined where break_life.reconciliation in (defined.reconciliation, defined.former)
      )
    ),
    closed_on: run.as_of
  })
from recon.run as run
where run.run_id = $run_id
  and break_life.business_date in (select business_date from recon.run_day where run_id = $run_id)
  and break_life.closed_on is null
  and not exists (
    select 1
    from recon.item as item
    inner join recon.outcome as outcome on outcome.outcome = item.outcome
    where item.break_id = break_life.break_id and outcome.is_open
  );
