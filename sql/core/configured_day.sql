-- The days of a period in the currencies that a company configures: no statement is fetched in another currency.
-- grain: one company, configured currency and business day
-- key: company, currency, business_date
-- reads: core.company
create or replace macro core.configured_day(period_start, period_end) as table (
  select company.company, company.zone, unnest(company.currencies) as currency, date.business_date
  from core.company as company
  cross join (
    select unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
  ) as date
);
