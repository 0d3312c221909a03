-- What the gateway itself told of money, the newest where it told more than once.
-- grain: one payment, refund or chargeback that was told of; key: company, kind, object_key
-- reads: core.callback
create or replace view core.callback_now as
select *
from core.callback
where is_signed and kind is not null
qualify row_number() over (partition by company, kind, object_key order by told_at desc, received_at desc, callback_key) = 1;
