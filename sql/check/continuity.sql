-- Every item that was open is still open, closed with a reason, or another now with its change noted. What is found here was
-- lost on the way: a report would be silent about it.
-- grain: one item that broke off; key: break_id
-- reads: recon.break_life, recon.item, recon.outcome
create or replace macro recon.continuity(the_company) as table (
  select
    break_life.break_id,
    break_life.company,
    break_life.currency,
    break_life.business_date,
    break_life.reconciliation,
    case
      when item.break_id is null then 'An open item is no longer there and was never closed.'
      when not outcome.is_open then 'An open item agrees now and was never closed.'
      else 'The amount of an open item is another than was last noted.'
    end as problem
  from recon.break_life as break_life
  left join recon.item as item on item.break_id = break_life.break_id
  left join recon.outcome as outcome on outcome.outcome = item.outcome
  where break_life.company = the_company
    and break_life.closed_on is null
    and (item.break_id is null or not outcome.is_open or item.right_minus_left is distinct from break_life.amount)
  order by break_life.business_date, break_life.break_id
);
