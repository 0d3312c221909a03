-- grain: one business day of payments in one currency of which something was withheld
-- key: company, currency, business_date
-- reads: core.reserve, core.gateway_balance_at, core.company
create or replace view publish.reserve as
with read_through as (
  select reading.company, reading.currency, max(cast(timezone(company.zone, reading.balance_at) as date)) as day_after
  from core.gateway_balance_at as reading
  inner join core.company as company on company.company = reading.company
  group by reading.company, reading.currency
)
select
  reserve.company,
  reserve.currency,
  reserve.business_date,
  reserve.payment_count,
  reserve.withheld as withheld_amount,
  reserve.release_on,
  (case when reserve.release_on < read_through.day_after then reserve.withheld else 0 end)::decimal(38, 4) as due_amount,
  (case when reserve.release_on < read_through.day_after then 0 else reserve.withheld end)::decimal(38, 4) as outstanding_amount
from core.reserve as reserve
left join read_through on read_through.company = reserve.company and read_through.currency = reserve.currency;

create table if not exists mart.reserve as from publish.reserve limit 0;

comment on table mart.reserve is 'What the gateway withheld of the payments of each day. When is it released, and how much is outstanding?';
comment on column mart.reserve.company is 'Company, as named in the configuration.';
comment on column mart.reserve.currency is 'ISO 4217 code.';
comment on column mart.reserve.business_date is 'Day of the payments, in the time zone of the company.';
comment on column mart.reserve.payment_count is 'Number of payments of which something was withheld.';
comment on column mart.reserve.withheld_amount is 'Withheld of these payments, in major units.';
comment on column mart.reserve.release_on is 'Expected day of release (statement.reserve_days); null if the configuration does not say.';
comment on column mart.reserve.due_amount is 'Amount due for release by the last reading of the balance; reserve_roll_forward proves that it was released.';
comment on column mart.reserve.outstanding_amount is 'Amount not due by then, or without an expected day.';
