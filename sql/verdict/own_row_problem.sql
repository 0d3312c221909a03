-- What a run's rows of a user's own reconciliation have that would make its result wrong without anybody seeing it: an outcome
-- that there is not is listed nowhere, a key that repeats gives two items one decision, a bridge without an unexplained
-- difference is never out of balance.
with
item as (
  select item.*, outcome.outcome is not null as is_outcome_known
  from recon.item as item
  left join recon.outcome as outcome on outcome.outcome = item.outcome
  where item.run_id = $run_id and item.reconciliation = $reconciliation
),
bridge as (
  select
    currency, business_date, subject, measure,
    count(*) filter (is_total) as total_count,
    count(*) filter (is_residual) as residual_count
  from recon.bridge_line
  where run_id = $run_id and reconciliation = $reconciliation
  group by currency, business_date, subject, measure
),
problem as (
  select format('The item {} has the outcome "{}", which does not exist', item_key, outcome) as problem
  from item
  where not is_outcome_known
  union all
  select format('The item_key {} is used {} times', item_key, count(*))
  from item
  group by item_key
  having count(*) > 1
  union all
  select format('The item {} is of {}, which is not a day of the run', item_key, strftime(business_date, '%Y-%m-%d'))
  from item
  where coalesce(business_date not in (select business_date from recon.run_day where run_id = $run_id), true)
  union all
  select
    format('The bridge of {}, {} on {} has {} totals and {} lines with is_residual; it must have two and one', subject, measure,
      strftime(business_date, '%Y-%m-%d'), total_count, residual_count)
  from bridge
  where total_count <> 2 or residual_count <> 1
  union all
  select format('The bridge of {}, {} has lines on {}, which is not a day of the run', subject, measure, strftime(business_date, '%Y-%m-%d'))
  from bridge
  where coalesce(business_date not in (select business_date from recon.run_day where run_id = $run_id), true)
)
select problem from problem order by problem limit 1
