-- Every item that was open must still be open, be closed with a reason, or have a record of its change. The rows found here are
-- lost items, which no report would show. After each run, the items that were open before the company's last run are compared
-- with the current items; the days concerned are incomplete.
-- grain: one lost item
-- key: break_id
-- reads: recon.break_life, recon.break_change, recon.open_before, recon.item, recon.outcome
create or replace macro recon.continuity() as table (
  with
  standing as (
    select
      break_life.break_id,
      break_life.currency,
      break_life.business_date,
      break_life.reconciliation,
      case
        when item.break_id is null then 'An open item is missing and was not closed.'
        when not outcome.is_open then 'An open item agrees and was not closed.'
        when item.right_minus_left is distinct from break_life.amount then 'The amount of an open item changed without a record.'
      end as problem
    from recon.break_life as break_life
    left join recon.item as item on item.break_id = break_life.break_id
    left join recon.outcome as outcome on outcome.outcome = item.outcome
    where break_life.closed_on is null
  ),
  since as (
    select
      open_before.break_id,
      open_before.currency,
      coalesce(break_life.business_date, open_before.business_date) as business_date,
      open_before.reconciliation,
      case
        when break_life.break_id is null then 'An open item was lost.'
        when break_life.closed_on is not null and coalesce(break_life.closed_because, '') = '' then 'An open item was closed without a reason.'
        when break_life.closed_on is not null then null
        when (break_life.amount, break_life.outcome) is not distinct from (open_before.amount, open_before.outcome) then null
        when break_change.break_id is null then 'The amount or outcome of an open item changed without a record.'
      end as problem
    from recon.open_before as open_before
    left join recon.break_life as break_life on break_life.break_id = open_before.break_id
    left join recon.break_change as break_change
      on break_change.break_id = open_before.break_id
      and break_change.run_id = open_before.run_id
      and break_change.amount_before is not distinct from open_before.amount
      and break_change.amount_after is not distinct from break_life.amount
      and break_change.outcome_before = open_before.outcome
      and break_change.outcome_after = break_life.outcome
  )
  select
    break_id,
    currency,
    business_date,
    reconciliation,
    min(problem) as problem
  from (select * from standing union all select * from since) as item
  where problem is not null
  group by break_id, currency, business_date, reconciliation
  order by business_date, break_id
);
