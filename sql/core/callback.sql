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
