-- What prevents the close of a period: a day without a verdict, with breaks, with a control that was not made, or with one
-- that awaits its input. Decided differences and waived controls do not.
-- grain: one company, currency and day
-- key: company, currency, business_date
-- reads: core.company, core.currency_seen, recon.verdict, core.company_terms
create or replace macro recon.close_blocker(the_company, period_start, period_end) as table (
  with
  currency as (
    select company, unnest(currencies) as currency, true as is_configured from core.company where company = the_company
    union all
    select company, currency, false from core.currency_seen where company = the_company and not is_configured
  ),
  day as (
    select unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
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
  where day.business_date >= coalesce(
    (select terms.starts_on from core.company_terms as terms where terms.company = currency.company), day.business_date
  )
  and case
    -- a currency that is not configured has verdicts from the day on which it was first seen
    when verdict.verdict is null then currency.is_configured
    else verdict.verdict not in ('reconciled', 'reconciled_with_timing') or coalesce(verdict.awaited_count, 0) > 0
  end
  order by currency.company, day.business_date, currency.currency
);
