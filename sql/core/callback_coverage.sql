-- The kinds of payments that a company receives callbacks for, each with the first day for which they are expected: that of
-- the first signed delivery. Where callback files cover days and have no delivery for a payment at all, payments are expected
-- from the first covered day: such a file shows an endpoint that is dead, not one that is not subscribed.
-- grain: one company and kind
-- key: company, kind
-- reads: core.callback, core.covered_span
create or replace view core.callback_coverage as
with delivered as (
  select company, kind, min(business_date) as first_day
  from core.callback
  where is_signed and kind is not null
  group by company, kind
)
select company, kind, first_day
from delivered
union all
select covered.company, 'payment', min(covered.first_day)
from core.covered_span as covered
anti join delivered on delivered.company = covered.company and delivered.kind = 'payment'
where covered.kind = 'callbacks'
group by covered.company;
