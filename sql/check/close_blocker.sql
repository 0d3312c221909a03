-- What keeps a month from being closed: a day without a verdict, or with one that is not green.
-- grain: one company, currency and day; key: company, currency, business_date
-- reads: core.company, recon.verdict
create or replace macro recon.close_blocker(the_company, period_start, period_end) as table (
  with
  currency as (
    select company, unnest(currencies) as currency from core.company where company = the_company
  ),
  day as (
    select unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
  )
  select
    currency.company,
    currency.currency,
    day.business_date,
    coalesce(verdict.verdict, 'missing') as verdict,
    coalesce(verdict.reason, 'The day was never reconciled.') as reason
  from currency
  cross join day
  left join recon.verdict as verdict
    on verdict.company = currency.company
    and verdict.currency = currency.currency
    and verdict.business_date = day.business_date
  where coalesce(verdict.verdict, 'missing') not in ('reconciled', 'reconciled_with_timing')
  order by currency.company, day.business_date, currency.currency
);
