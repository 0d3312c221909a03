-- statement: reconciliation_without_records
-- The reconciliations that cannot find a record of the company, so that running them would not change a result: apart from the
-- statement, none of their inputs is set up or was ever received, and the company has taken on no open item. A missing
-- statement is not enough, because orders and deposits without a statement are breaks. Reconciliations by subject are always
-- run: their subjects state what is missing.
-- grain: one reconciliation
-- reads: recon.reconciliation, core.company_input, core.opening_item, raw.receipt
with without as (
  select input.input
  from core.company_input as input
  left join (select distinct kind from raw.receipt) as received on received.kind = input.kind
  where input.input <> 'statement'
  group by input.input
  having not bool_or((input.is_configured and input.coverage is not null) or received.kind is not null)
),
compared as (
  select reconciliation, unnest(list_filter(needs, lambda input: input <> 'statement')) as input
  from recon.reconciliation
  where not has_subjects
)
select compared.reconciliation
from compared
left join without on without.input = compared.input
-- an item that is taken on becomes an order, a payment or a deposit, whichever inputs are set up
where not exists (select 1 from core.opening_item as taken_on)
group by compared.reconciliation
having bool_and(without.input is not null);

-- statement: own_row_problem
-- Problems in a run's rows of a user's own reconciliation that would make its result wrong without anybody noticing: an unknown
-- outcome is listed nowhere, a repeated key gives two items one decision, and a bridge without an unexplained difference is
-- never out of balance.
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
select problem from problem order by problem limit 1;
