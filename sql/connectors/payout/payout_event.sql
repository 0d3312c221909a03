-- statement: payout_event
-- One delivery of a webhook, typed. Its signature was verified when it arrived. An event of an unknown type is kept, and so is one about
-- a charge of the send-limit ledger, which is not an allocation: both have no kind.
-- grain: one delivery in a segment of the receiver
-- key: receipt_id, line_no
-- reads: raw.file_record, raw.receipt, staging.currency
create or replace macro staging.payout_event(the_receipt_id, the_zone) as table (
  with
  delivery as (
    select
      line.receipt_id,
      line.line_no,
      receipt.received_at as known_from,
      try_cast(line.cells ->> '$.received_at' as timestamptz) as received_at,
      lower(trim(line.cells ->> '$.event_type')) as event_type,
      line.cells ->> '$.body' as body_text,
      try_cast(line.cells ->> '$.body' as json) as body
    from raw.file_record as line
    inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
    where line.receipt_id = the_receipt_id
  ),
  typed as (
    select
      delivery.*,
      json_type(body) is not distinct from 'OBJECT' as is_object,
      body ->> '$.transaction_type' as transaction_type,
      case
        when event_type = 'budget_allocation_status' and coalesce(body ->> '$.transaction_type', 'in') = 'in' then 'allocation'
        when event_type = 'send_instruction_status' then 'instruction'
        when event_type = 'bank_account_status' then 'recipient'
      end as kind,
      try_cast(body ->> '$.id' as bigint) as object_id,
      lower(if(event_type = 'send_instruction_status', body ->> '$.state', body ->> '$.status')) as status,
      body ->> '$.currency' as currency,
      body ->> '$.currency' not in (select known.currency from staging.currency as known) as is_currency_unknown,
      -- a number taken from JSON is rounded to 17 digits; the text has all of them
      try_cast(list_filter(
        regexp_extract_all(body_text, '"amount"\s*:\s*"?(-?[0-9]+(?:\.[0-9]+)?)"?\s*[,}]', 1),
        lambda written: body ->> '$.amount' in (written, try_cast(written as json) ->> '$')
      )[1] as decimal(18, 4)) as amount,
      body ->> '$.reference' as reference,
      try_cast(body ->> '$.bank_account_id' as bigint) as recipient_id,
      try_cast(body ->> '$.created_at' as timestamptz) as created_at,
      coalesce(try_cast(body ->> '$.updated_at' as timestamptz), received_at) as occurred_at
    from delivery
  )
  select
    receipt_id,
    line_no,
    md5(concat_ws(' ', event_type, body_text)) as event_key,
    event_type,
    transaction_type,
    kind,
    object_id,
    status,
    currency,
    amount,
    reference,
    case kind when 'recipient' then object_id else recipient_id end as recipient_id,
    occurred_at,
    received_at,
    cast(timezone(the_zone, case when kind = 'recipient' then occurred_at else coalesce(created_at, occurred_at) end) as date)
      as business_date,
    known_from,
    case
      when not is_object then 'body_unreadable'
      when kind is null then null
      when object_id is null then 'id_unreadable'
      when status is null then 'status_missing'
      when kind <> 'recipient' and amount is null then 'amount_unreadable'
      when kind = 'allocation' and currency is null then 'currency_missing'
      when is_currency_unknown then 'currency_unknown'
      when kind <> 'recipient' and created_at is null then 'created_unreadable'
    end as reject_code,
    if(reject_code = 'body_unreadable', 'The body is not a JSON object.', 'Webhook rejected: ' || replace(reject_code, '_', ' ') || '.')
      as reject_reason,
    body_text as raw_text
  from typed
);

-- statement: payout_event_unexpected
-- Counts unknown types of events, and events about ledger records that are not allocations. Reads incoming, which the load step fills.
insert into raw.unexpected
with unexpected as (
  select
    if(event_type = 'budget_allocation_status', 'transaction_type', 'Event-Type') as field,
    if(event_type = 'budget_allocation_status', transaction_type, nullif(event_type, '')) as value
  from incoming
  where reject_code is null and kind is null
)
select $receipt_id, 'webhook', field, left(value, 60), count(*)
from unexpected
group by field, left(value, 60);

-- statement: payout_event_insert
-- Adds each event that is not known yet; a repeated delivery adds nothing. Reads incoming, which the load step fills.
insert into core.payout_event by name
select
  event_key, kind, object_id, status, currency, amount, reference, recipient_id, occurred_at, received_at, business_date,
  receipt_id, line_no, known_from
from incoming
where reject_code is null
  and not exists (
    select 1 from core.payout_event as known where known.event_key = incoming.event_key
  )
qualify row_number() over (partition by event_key order by received_at, line_no) = 1;
