-- What prevents the close of a period: a day without a verdict, or with breaks or an incomplete verdict. A day with an
-- unexplained difference can be closed when no input is missing and every open item of the day is decided.
-- grain: one company, currency and day
-- key: company, currency, business_date
-- reads: core.company, recon.verdict, recon.item, recon.decision_now, recon.input_missing
create or replace macro recon.close_blocker(the_company, period_start, period_end) as table (
  with
  currency as (
    select company, unnest(currencies) as currency from core.company where company = the_company
  ),
  day as (
    select unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
  ),
  undecided as (
    select distinct item.currency, item.business_date
    from recon.item as item
    inner join recon.outcome as outcome on outcome.outcome = item.outcome
    left join recon.decision_now as decision on decision.break_id = item.break_id
    where item.company = the_company and outcome.is_open and item.outcome <> 'timing' and not coalesce(decision.is_settled, false)
  ),
  missing as (
    select distinct currency, business_date from recon.input_missing(the_company, period_start, period_end)
  )
  select
    currency.company,
    currency.currency,
    day.business_date,
    coalesce(verdict.verdict, 'missing') as verdict,
    coalesce(verdict.reason, 'The day has not been reconciled.') as reason
  from currency
  cross join day
  left join recon.verdict as verdict
    on verdict.company = currency.company
    and verdict.currency = currency.currency
    and verdict.business_date = day.business_date
  left join undecided
    on undecided.currency = currency.currency and undecided.business_date = day.business_date
  left join missing
    on missing.currency = currency.currency and missing.business_date = day.business_date
  where coalesce(verdict.verdict, 'missing') not in ('reconciled', 'reconciled_with_timing')
    and not coalesce(
      verdict.verdict = 'incomplete'
      and verdict.rejected_count = 0
      and verdict.decided_count > 0
      and undecided.business_date is null
      and missing.business_date is null,
      false
    )
  order by currency.company, day.business_date, currency.currency
);
