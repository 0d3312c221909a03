-- Of which kinds of money a company is told by callbacks, and for which time: from the day of the first to the last delivery.
-- grain: one company and kind
-- key: company, kind
-- reads: core.callback
create or replace view core.callback_coverage as
with
told as (
  select company, max(received_at) as last_received_at
  from core.callback
  where is_signed
  group by company
)
select callback.company, callback.kind, min(callback.business_date) as first_day, told.last_received_at
from core.callback as callback
inner join told on told.company = callback.company
where callback.is_signed and callback.kind is not null
group by callback.company, callback.kind, told.last_received_at;
