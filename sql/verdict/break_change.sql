-- Records how each open item differs from when it was last seen: a changed amount or outcome, or a reopening.
insert into recon.break_change
select
  item.break_id, run.run_id, item.company, item.currency, item.business_date, item.reconciliation, run.as_of,
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
  and (break_life.closed_on is not null or break_life.amount is distinct from item.right_minus_left or break_life.outcome <> item.outcome)
