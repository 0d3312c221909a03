-- statement: gateway_balance_at
-- grain: one currency and instant at which the gateway's balance was read
-- key: currency, balance_at
-- reads: core.gateway_balance
-- The latest reading is used. An answer received before the instant that it is for cannot contain the balance at that instant.
create or replace view core.gateway_balance_at as
select currency, balance_at, balance, fee, reserved, gross_balance, pending_outgoing, available_balance, receipt_id, known_from,
  is_reserved_stated
from core.gateway_balance
where known_from >= balance_at
qualify row_number() over (partition by currency, balance_at order by receipt_id desc) = 1;

-- statement: balance_lost
-- The readings of the gateway's balance that do not name a currency although it has a wallet: the last reading that named it had
-- a balance, or no reading ever named it and money had moved in it by then. The balance of the currency is then unknown, not zero,
-- because a wallet does not end by being left out of a reading.
-- grain: one currency and instant at which its balance is missing from the reading
-- key: currency, balance_at
-- balance_before: null where no reading named the currency
-- reads: raw.receipt, core.company_input, core.gateway_balance_at, core.payment_now
create table core.balance_lost as
with reading as (
  select receipt.window_from as balance_at, max(receipt.receipt_id) as receipt_id
  from raw.receipt as receipt
  inner join core.company_input as input on input.kind = receipt.kind
  where input.input = 'balance' and receipt.load_status = 'loaded' and receipt.rejected_count = 0
    and receipt.received_at >= receipt.window_from
  group by receipt.window_from
),
known as (
  select
    known.currency,
    reading.balance_at,
    reading.receipt_id,
    arg_max(known.balance, known.balance_at) as balance_before
  from reading
  inner join core.gateway_balance_at as known on known.balance_at < reading.balance_at
  group by known.currency, reading.balance_at, reading.receipt_id
),
moved as (
  select currency, min(paid_at) as first_paid_at
  from core.payment_now
  where is_money_moved and amount <> 0
  group by currency
),
expected as (
  select currency, balance_at, receipt_id, balance_before from known where balance_before <> 0
  union all
  select moved.currency, reading.balance_at, reading.receipt_id, null
  from reading
  inner join moved on moved.first_paid_at < reading.balance_at
  anti join known
    on known.currency = moved.currency and known.balance_at = reading.balance_at
)
select expected.currency, expected.balance_at, expected.receipt_id, expected.balance_before
from expected
anti join core.gateway_balance_at as named
  on named.currency = expected.currency and named.balance_at = expected.balance_at;

-- statement: gateway_balance_known
-- The gateway's balance in each currency that is configured or was named, where it was asked for. A currency that no answer has
-- named yet has a balance of zero until money moves in it. A currency that was named before and is missing from a reading has no
-- row at that reading (core.balance_lost, where it had a balance).
-- grain: one currency and instant for which the balance was read
-- key: currency, balance_at
-- reads: core.company, core.company_input, core.gateway_balance_at, core.balance_lost, raw.receipt
create or replace view core.gateway_balance_known as
with
asked as (
  select distinct receipt.window_from as balance_at
  from raw.receipt as receipt
  inner join core.company_input as input on input.kind = receipt.kind
  where input.input = 'balance' and receipt.load_status = 'loaded' and receipt.received_at >= receipt.window_from
),
first_reading as (
  select currency, min(balance_at) as first_at from core.gateway_balance_at group by currency
)
select
  wallet.currency,
  asked.balance_at,
  coalesce(named.balance, 0) as balance,
  coalesce(named.reserved, 0) as reserved,
  coalesce(named.is_reserved_stated, true) as is_reserved_stated
from (
  select unnest(currencies) as currency from core.company
  -- a currency that is no longer configured
  union select currency from core.gateway_balance_at
) as wallet
cross join asked
left join first_reading on first_reading.currency = wallet.currency
left join core.gateway_balance_at as named
  on named.currency = wallet.currency and named.balance_at = asked.balance_at
anti join core.balance_lost as lost
  on lost.currency = wallet.currency and lost.balance_at = asked.balance_at
where named.currency is not null or coalesce(first_reading.first_at > asked.balance_at, true);

-- statement: gateway_balance_day
-- The gateway's balance at the start and the end of each day, in the configured currencies.
-- grain: one currency and business day at whose start and end the balance is known
-- key: currency, business_date
-- reads: core.configured_day, core.gateway_balance_known
create or replace macro core.gateway_balance_day(period_start, period_end) as table (
  select
    day.currency,
    day.business_date,
    opening.balance as opening_balance,
    closing.balance as closing_balance,
    opening.reserved as opening_reserve,
    closing.reserved as closing_reserve,
    opening.is_reserved_stated and closing.is_reserved_stated as is_reserve_stated
  from core.configured_day(period_start, period_end) as day
  inner join core.gateway_balance_known as opening
    on opening.currency = day.currency
    and opening.balance_at = timezone(day.zone, day.business_date::timestamp)
  inner join core.gateway_balance_known as closing
    on closing.currency = day.currency
    and closing.balance_at = timezone(day.zone, (day.business_date + interval 1 day)::timestamp)
);

-- statement: balance_not_offered
-- The last answer of a gateway that it has no balance, where it never gave one. Only such an answer exempts a company from the
-- control: a gateway that once gave a balance must give it again.
-- grain: at most one answer
-- key: receipt_id
-- reads: raw.receipt, core.company_input
create or replace view core.balance_not_offered as
select max(receipt.receipt_id) as receipt_id
from raw.receipt as receipt
inner join core.company_input as input on input.kind = receipt.kind
where input.input = 'balance'
having count(*) filter (receipt.load_status = 'loaded') = 0
  and arg_max(receipt.load_code, receipt.receipt_id) = 'BALANCE_NOT_OFFERED';

-- statement: gateway_mode
-- Whether the company's statements are of test mode, by the gateway's latest answer to a statement request.
-- grain: one row; null before the first answer
-- key: is_test
-- reads: raw.json_record, raw.receipt
create or replace view core.gateway_mode as
select
  arg_max(try_cast(record.body ->> '$.is_test' as boolean), receipt.receipt_id) as is_test
from raw.json_record as record
inner join raw.receipt as receipt on receipt.receipt_id = record.receipt_id
where receipt.kind = 'statement_request' and try_cast(record.body ->> '$.is_test' as boolean) is not null;
