-- How many business days a settlement takes by the configuration, by the business day of payment: 2 and at most 5 where the
-- configuration does not say.
-- grain: one company and the first day of payment for which the term counts
-- key: company, first_day
-- reads: core.company, core.company_setting
create or replace view core.settlement_term as
with
given as (
  select
    company,
    coalesce(from_day, date '0001-01-01') as first_day,
    max(value) filter (name = 'settlement_usual_days')::integer as usual_days,
    max(value) filter (name = 'settlement_most_days')::integer as most_days
  from core.company_setting
  where name in ('settlement_usual_days', 'settlement_most_days')
  group by company, from_day
),
term as (
  select * from given
  union all
  select company, date '0001-01-01', null, null
  from core.company as company
  where not exists (select 1 from given where given.company = company.company and given.first_day = date '0001-01-01')
)
select
  company,
  first_day,
  coalesce(lead(first_day) over (partition by company order by first_day) - 1, date '9999-12-31') as last_day,
  coalesce(usual_days, 2) as usual_days,
  greatest(coalesce(most_days, 5), coalesce(usual_days, 2)) as most_days
from term;
