-- statement: gateway_balance
-- grain: one currency of one reading of the gateway's balance
-- key: receipt_id, currency
-- reads: raw.json_record, raw.receipt, staging.currency
create or replace macro staging.gateway_balance(the_first, the_last) as table (
  with
  answer as (
    select
      record.receipt_id,
      coalesce(receipt.window_from, receipt.received_at) as balance_at,
      receipt.received_at,
      unnest(json_keys(record.body)) as currency,
      record.body
    from raw.json_record as record
    inner join raw.receipt as receipt on receipt.receipt_id = record.receipt_id
    where record.receipt_id between the_first and the_last
  ),
  reading as (
    select answer.*, json_extract(answer.body, '$."' || answer.currency || '"') as amounts, known.exponent
    from answer
    left join staging.currency as known on known.currency = answer.currency
  ),
  typed as (
    select
      receipt_id,
      currency,
      balance_at,
      received_at,
      staging.major_from_minor(amounts ->> '$.balance', exponent) as balance,
      staging.major_from_minor(amounts ->> '$.fee_sell', exponent) as fee,
      staging.major_from_minor(amounts ->> '$.reserved', exponent) as reserved,
      staging.major_from_minor(amounts ->> '$.gross_balance', exponent) as gross_balance,
      staging.major_from_minor(amounts ->> '$.pending_outgoing', exponent) as pending_outgoing,
      staging.major_from_minor(amounts ->> '$.available_balance', exponent) as available_balance
    from reading
  )
  select
    receipt_id,
    currency,
    balance_at,
    balance,
    coalesce(fee, 0) as fee,
    coalesce(reserved, 0) as reserved,
    reserved is not null as is_reserved_stated,
    coalesce(gross_balance, 0) as gross_balance,
    coalesce(pending_outgoing, 0) as pending_outgoing,
    coalesce(available_balance, 0) as available_balance,
    received_at as known_from,
    -- the relation between the figures is known only from observed answers, so an answer with another relation is counted and
    -- not rejected
    case
      when (gross_balance is null) <> (fee is null) then 'gross_balance or fee_sell (missing)'
      when balance <> gross_balance - fee then 'balance (not gross_balance less fee_sell)'
      when (available_balance is null) <> (pending_outgoing is null) then 'available_balance or pending_outgoing (missing)'
      when available_balance <> balance - coalesce(reserved, 0) - pending_outgoing
        then 'available_balance (not balance less reserved, pending)'
    end as unexpected
  from typed
  order by receipt_id, currency
);

-- statement: balance_unexpected
-- Counts the figures of balance readings that do not have the relation observed in other answers.
insert into raw.unexpected
select receipt_id, 'balance', currency || '.' || unexpected, null, 1
from staging.gateway_balance($receipt_id, $last_receipt_id)
where unexpected is not null;

-- statement: balance_reject
-- Keeps each currency of balance readings that was rejected, with the reason.
insert into staging.rejected_row
select
  receipt_id,
  row_number() over (partition by receipt_id order by currency),
  'balance_unreadable',
  'The balance in "' || currency || '" is not a valid amount, or its currency is unknown.',
  null,
  null
from staging.gateway_balance($receipt_id, $last_receipt_id)
where balance is null;

-- statement: balance_insert
-- Adds readings of the gateway's balance.
insert into core.gateway_balance by name
select currency, balance_at, balance, fee, reserved, gross_balance, pending_outgoing, available_balance, receipt_id, known_from,
  is_reserved_stated
from staging.gateway_balance($receipt_id, $last_receipt_id)
where balance is not null;
