-- The kinds of payments that a company receives callbacks for, and the time that the callbacks cover: from the day of the
-- first delivery to the last delivery.
-- grain: one company and kind
-- key: company, kind
-- reads: core.callback
create or replace view core.callback_coverage as
with
reported as (
  select company, max(received_at) as last_received_at
  from core.callback
  where is_signed
  group by company
)
select callback.company, callback.kind, min(callback.business_date) as first_day, reported.last_received_at
from core.callback as callback
inner join reported on reported.company = callback.company
where callback.is_signed and callback.kind is not null
group by callback.company, callback.kind, reported.last_received_at;
