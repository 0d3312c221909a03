-- grain: one company, currency and instant at which the gateway's balance was read
-- key: company, currency, balance_at
-- reads: core.gateway_balance
-- The latest reading is used. An answer received before the instant that it is for cannot know the balance at that instant.
create or replace view core.gateway_balance_at as
select company, currency, balance_at, balance, fee, reserved, gross_balance, pending_outgoing, available_balance, file_id, known_from,
  is_reserved_stated
from core.gateway_balance
where known_from >= balance_at
qualify row_number() over (partition by company, currency, balance_at order by file_id desc) = 1;
