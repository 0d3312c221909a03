-- Gives each company, currency and day of a run its verdict, the worst that applies: a missing input or a rejected row
-- (incomplete), a control out of balance (incomplete), a break, an outstanding item, and last reconciled.
insert into recon.verdict
with
run as (
  select * from recon.run where run_id = $run_id
),
day as (
  select distinct run.run_id, run.company, company.zone, unnest(company.currencies) as currency, unnest(
    generate_series(run.period_start, run.period_end - interval 1 day, interval 1 day))::date as business_date
  from run
  inner join core.company as company on company.company = run.company
),
every_day as (
  select currency.run_id, currency.company, currency.zone, currency.currency, date.business_date
  from (select distinct run_id, company, zone, currency from day where currency is not null) as currency
  cross join (select distinct business_date from day where business_date is not null) as date
),
item as (
  select
    item.currency,
    item.business_date,
    count(*) filter (item.outcome in ('matched', 'matched_with_tolerance')) as matched_count,
    -- in a match by hand each side is an item of its own: the left one is counted
    coalesce(sum(case when item.match_pass = 'by_hand' then item.left_amount else coalesce(item.left_amount, item.right_amount) end)
      filter (item.outcome in ('matched', 'matched_with_tolerance')), 0) as matched_amount,
    count(*) filter (outcome.is_break and not is_decided) as break_count,
    coalesce(sum(abs(item.right_minus_left)) filter (outcome.is_break and not is_decided), 0) as break_amount,
    count(*) filter (item.outcome = 'timing') as timing_count,
    coalesce(sum(coalesce(item.left_amount, item.right_amount)) filter (item.outcome = 'timing'), 0) as timing_amount,
    count(*) filter (item.outcome = 'suggested' and not is_decided) as suggested_count,
    count(*) filter (item.outcome = 'overdue' and not is_decided) as overdue_count,
    count(*) filter ((outcome.is_open or item.match_pass = 'by_hand') and is_decided) as decided_count,
    coalesce(sum(abs(item.right_minus_left)) filter ((outcome.is_open or item.match_pass = 'by_hand') and is_decided), 0) as decided_amount
  from (
    select item.*, coalesce(decision.is_settled, false) as is_decided
    from recon.item as item
    left join recon.decision_now as decision on decision.break_id = item.break_id
    where item.run_id = $run_id
  ) as item
  inner join recon.outcome as outcome on outcome.outcome = item.outcome
  group by item.currency, item.business_date
),
residual as (
  select
    currency,
    business_date,
    sum(abs(amount)) filter (measure <> 'count') as residual,
    bool_or(amount <> 0) as is_unexplained
  from recon.bridge_line
  where run_id = $run_id and is_residual
  group by currency, business_date
),
missing as (
  select
    currency,
    business_date,
    string_agg(distinct input, ', ' order by input) filter (not ends_with(input, '_gap')) as inputs,
    -- statements were received, and do not continue: the reason names them
    string_agg(distinct reason, ' ' order by reason) filter (ends_with(input, '_gap')) as gaps,
    string_agg(distinct refusal, ' ' order by refusal) as refusals
  from recon.input_missing((select company from run), (select period_start from run), (select period_end from run))
  group by currency, business_date
),
rejected as (
  select every_day.currency, every_day.business_date, sum(rejected.rejected_count)::bigint as rejected_count
  from core.rejected_day as rejected
  inner join every_day
    on every_day.company = rejected.company
    and every_day.business_date = rejected.business_date
    and every_day.currency = coalesce(rejected.currency, every_day.currency)
  group by every_day.currency, every_day.business_date
),
classified as (
  select
    every_day.run_id,
    every_day.company,
    every_day.currency,
    every_day.business_date,
    coalesce(item.matched_count, 0) as matched_count,
    coalesce(item.matched_amount, 0) as matched_amount,
    coalesce(item.break_count, 0) as break_count,
    coalesce(item.break_amount, 0) as break_amount,
    coalesce(item.timing_count, 0) as timing_count,
    coalesce(item.timing_amount, 0) as timing_amount,
    coalesce(item.suggested_count, 0) as suggested_count,
    coalesce(item.overdue_count, 0) as overdue_count,
    coalesce(item.decided_count, 0) as decided_count,
    coalesce(item.decided_amount, 0) as decided_amount,
    coalesce(rejected.rejected_count, 0) as rejected_count,
    coalesce(residual.residual, 0) as residual,
    coalesce(residual.is_unexplained, false) as is_unexplained,
    missing.inputs as missing_inputs,
    missing.gaps,
    missing.refusals as refusals
  from every_day
  left join item on item.currency = every_day.currency and item.business_date = every_day.business_date
  left join residual on residual.currency = every_day.currency and residual.business_date = every_day.business_date
  left join missing on missing.currency = every_day.currency and missing.business_date = every_day.business_date
  left join rejected on rejected.currency = every_day.currency and rejected.business_date = every_day.business_date
)
select
  run_id,
  company,
  currency,
  business_date,
  case
    when missing_inputs is not null or gaps is not null or rejected_count > 0 or is_unexplained then 'incomplete'
    when break_count > 0 or suggested_count > 0 then 'breaks'
    when timing_count > 0 then 'reconciled_with_timing'
    else 'reconciled'
  end as verdict,
  case
    when missing_inputs is not null or gaps is not null or rejected_count > 0 then concat_ws(
      ' ',
      'Not received: ' || replace(missing_inputs, '_', ' ') || '.',
      'Rejected: ' || refusals,
      gaps,
      case when rejected_count > 0 then core.counted_text(
        rejected_count, '1 row rejected; listed with line and reason.', '{} rows rejected; listed with line and reason.'
      ) end
    )
    when is_unexplained then 'Out of balance by ' || core.money_text(currency, residual) || '.'
    when break_count > 0 then core.counted_text(break_count, '1 break.', '{} breaks.')
    when suggested_count > 0 then core.counted_text(
      suggested_count, '1 suggested match to be decided.', '{} suggested matches to be decided.'
    )
    when timing_count > 0 then core.counted_text(
      timing_count, '1 outstanding item; everything else is reconciled.', '{} outstanding items; everything else is reconciled.'
    )
    when decided_count > 0 then core.counted_text(
      decided_count, '1 decided item; everything else is reconciled.', '{} decided items; everything else is reconciled.'
    )
    else 'All items are reconciled.'
  end as reason,
  matched_count,
  matched_amount,
  break_count,
  break_amount,
  timing_count,
  timing_amount,
  suggested_count,
  overdue_count,
  rejected_count,
  residual,
  decided_count,
  decided_amount
from classified
order by company, currency, business_date
