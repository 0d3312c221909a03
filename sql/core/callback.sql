-- statement: callback_now
-- The latest report of the signed callbacks about each payment, refund or chargeback. Callbacks of a different mode than the
-- company's statements (test among live) are left out.
-- grain: one payment, refund or chargeback reported by callbacks
-- key: kind, object_key
-- reads: core.callback, core.gateway_mode
create or replace view core.callback_now as
select callback.*
from core.callback as callback
cross join core.gateway_mode as gateway_mode
where callback.is_signed and callback.kind is not null
  and coalesce(callback.is_test = gateway_mode.is_test, true)
qualify row_number() over (
  partition by callback.kind, callback.object_key
  order by callback.reported_at desc, callback.received_at desc, callback.callback_key
) = 1;

-- statement: callback_coverage
-- The kinds of payments for which a company receives callbacks, each with the first day for which callbacks are expected: the
-- day of the first signed delivery. Where callback files cover days but have no delivery for a payment at all, callbacks for
-- payments are expected from the first covered day: such a file shows a dead endpoint, not a missing subscription.
-- grain: one kind
-- key: kind
-- reads: core.callback, core.covered_span
create or replace view core.callback_coverage as
with delivered as (
  select kind, min(business_date) as first_day
  from core.callback
  where is_signed and kind is not null
  group by kind
)
select kind, first_day
from delivered
union all
select 'payment', min(covered.first_day)
from core.covered_span as covered
anti join delivered on delivered.kind = 'payment'
where covered.kind = 'callbacks'
having count(*) > 0;
