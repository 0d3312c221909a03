-- After how many days the gateway releases what it withheld of a payment, by the business day of payment. No row for days without
-- an agreement.
-- grain: one company and the first day of payment for which the term counts
-- key: company, first_day
-- reads: core.company_setting
create or replace view core.reserve_term as
select
  company,
  coalesce(from_day, date '0001-01-01') as first_day,
  coalesce(lead(from_day) over (partition by company order by from_day nulls first) - 1, date '9999-12-31') as last_day,
  value::integer as reserve_days
from core.company_setting
where name = 'reserve_days';
