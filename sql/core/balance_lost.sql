-- The readings of the gateway's balance that no longer name a currency which had money at the reading before. A wallet does
-- not end by silence: the balance of that currency is unknown then, not zero.
-- grain: one currency and instant at which its balance is missing from the reading
-- key: company, currency, balance_at
-- reads: raw.receipt, core.company_input, core.gateway_balance_at
create or replace view core.balance_lost as
with reading as (
  select receipt.company, receipt.window_from as balance_at, max(receipt.file_id) as file_id
  from raw.receipt as receipt
  inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
  where input.input = 'balance' and receipt.load_status = 'loaded' and receipt.rejected_count = 0
    and receipt.window_from is not null
  group by receipt.company, receipt.window_from
),
before as (
  select
    reading.company,
    known.currency,
    reading.balance_at,
    reading.file_id,
    arg_max(known.balance, known.balance_at) as balance_before,
    max(known.balance_at) as before_at
  from reading
  inner join core.gateway_balance_at as known on known.company = reading.company and known.balance_at < reading.balance_at
  group by reading.company, known.currency, reading.balance_at, reading.file_id
)
select before.company, before.currency, before.balance_at, before.file_id, before.balance_before, before.before_at
from before
anti join core.gateway_balance_at as known
  on known.company = before.company and known.currency = before.currency and known.balance_at = before.balance_at
where before.balance_before <> 0;
