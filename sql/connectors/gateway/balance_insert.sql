-- Adds readings of the gateway's balance.
insert into core.gateway_balance by name
select company, currency, balance_at, balance, fee, reserved, gross_balance, pending_outgoing, available_balance, file_id, known_from,
  is_reserved_stated
from staging.gateway_balance($file_id, $last_file_id)
where balance is not null
