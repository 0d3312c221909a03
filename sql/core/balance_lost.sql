-- The readings of the gateway's balance that do not name a currency although it has a wallet: it had money at the reading
-- before, or no reading ever named it and money had moved in it by then. A wallet does not end by silence: the balance of that
-- currency is unknown then, not zero.
-- grain: one currency and instant at which its balance is missing from the reading
-- key: company, currency, balance_at
-- balance_before: null where no reading named the currency
-- reads: raw.receipt, core.company_input, core.gateway_balance_at, core.payment_now
create or replace view derive.balance_lost as
with reading as (
  select receipt.company, receipt.window_from as balance_at, max(receipt.file_id) as file_id
  from raw.receipt as receipt
  inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
  where input.input = 'balance' and receipt.load_status = 'loaded' and receipt.rejected_count = 0
    and receipt.received_at >= receipt.window_from
  group by receipt.company, receipt.window_from
),
known as (
  select
    reading.company,
    known.currency,
    reading.balance_at,
    reading.file_id,
    arg_max(known.balance, known.balance_at) as balance_before
  from reading
  inner join core.gateway_balance_at as known on known.company = reading.company and known.balance_at < reading.balance_at
  group by reading.company, known.currency, reading.balance_at, reading.file_id
),
moved as (
  select company, currency, min(paid_at) as first_paid_at
  from core.payment_now
  where is_money_moved and amount <> 0
  group by company, currency
),
expected as (
  select company, currency, balance_at, file_id, balance_before from known where balance_before <> 0
  union all
  select reading.company, moved.currency, reading.balance_at, reading.file_id, null
  from reading
  inner join moved on moved.company = reading.company and moved.first_paid_at < reading.balance_at
  anti join known
    on known.company = reading.company and known.currency = moved.currency and known.balance_at = reading.balance_at
)
select expected.company, expected.currency, expected.balance_at, expected.file_id, expected.balance_before
from expected
anti join core.gateway_balance_at as named
  on named.company = expected.company and named.currency = expected.currency and named.balance_at = expected.balance_at;

create table if not exists core.balance_lost as from derive.balance_lost limit 0;
