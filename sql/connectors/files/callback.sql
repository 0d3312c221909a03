-- statement: callback
-- One delivery of a callback as the merchant stored it, typed. The body is read exactly as signed.
-- grain: one line of a file of callbacks
-- key: receipt_id, line_no
-- reads: raw.file_record, raw.receipt, staging.currency, staging.callback_event
create or replace macro staging.callback(the_receipt_id, the_zone) as table (
  with
  line as (
    select
      line.receipt_id,
      line.line_no,
      receipt.received_at as file_received_at,
      receipt.date_order,
      receipt.earliest_day,
      receipt.latest_day,
      timezone(the_zone, receipt.earliest_day::timestamp) as earliest_at,
      timezone(the_zone, receipt.latest_day::timestamp + interval 1 day) as latest_at,
      nullif(trim(line.cells ->> '$.received_at'), '') as received_text,
      line.cells ->> '$.body' as body_text,
      try_cast(line.cells ->> '$.body' as json) as body,
      coalesce(line.cells ->> '$.signed_by', '') <> '' as is_signed
    from raw.file_record as line
    inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
    where line.receipt_id = the_receipt_id
  ),
  reported as (
    select
      line.*,
      json_type(body) is not distinct from 'OBJECT' as is_object,
      nullif(body ->> '$.id', '') as object_key,
      nullif(body ->> '$.event_type', '') as event,
      nullif(body ->> '$.status', '') as status,
      nullif(trim(body ->> '$.transaction_data.payment_method'), '') as method,
      coalesce(nullif(body ->> '$.reference', ''), nullif(body ->> '$.reference_generated', '')) as reference,
      upper(coalesce(body ->> '$.payment.currency', body ->> '$.purchase.currency')) as currency_code,
      coalesce(body ->> '$.payment.amount', body ->> '$.purchase.total') as amount_text,
      coalesce(body ->> '$.payment.paid_on', body ->> '$.updated_on') as occurred_text,
      body ->> '$.updated_on' as reported_text,
      try_cast(body ->> '$.is_test' as boolean) as is_test
    from line
  ),
  typed as (
    select
      reported.*,
      callback_event.kind,
      staging.major_from_minor(amount_text, currency.exponent)::decimal(18, 4) as amount,
      coalesce(staging.instant_from_text(received_text, the_zone, date_order), to_timestamp(try_cast(received_text as bigint))) as received_at,
      to_timestamp(try_cast(occurred_text as bigint)) as occurred_at,
      to_timestamp(try_cast(reported_text as bigint)) as reported_at,
      currency.exponent
    from reported
    left join staging.callback_event as callback_event on callback_event.event = reported.event
    left join staging.currency as currency on currency.currency = reported.currency_code
  ),
  classified as (
    select
      typed.*,
      case
        when not is_object then 'body_unreadable'
        when object_key is null then 'identifier_missing'
        when event is null then 'event_missing'
        when received_at is null and staging.tidy_text(received_text) is not null then 'time_unreadable'
        when kind is not null and currency_code is null then 'currency_missing'
        when kind is not null and exponent is null then 'currency_unknown'
        when kind is not null and amount is null then 'amount_unreadable'
        when kind is not null and occurred_at is null then 'paid_time_unreadable'
        when least(occurred_at, reported_at, received_at) < earliest_at or greatest(occurred_at, reported_at, received_at) >= latest_at
          then 'date_implausible'
        -- clocks may differ a little; a time without its zone is wrong by hours
        when received_at < greatest(occurred_at, reported_at) - interval 1 hour then 'received_too_early'
      end as problem
    from typed
  )
  select
    receipt_id,
    line_no,
    md5(body_text) as callback_key,
    object_key,
    event,
    kind,
    case when kind is not null then currency_code end as currency,
    case when kind is not null then amount end as amount,
    reference,
    status,
    method,
    is_signed,
    is_test,
    coalesce(occurred_at, received_at, file_received_at) as occurred_at,
    coalesce(reported_at, received_at, file_received_at) as reported_at,
    coalesce(received_at, file_received_at) as received_at,
    case
      when problem is distinct from 'date_implausible'
        then cast(timezone(the_zone, coalesce(occurred_at, received_at, file_received_at)) as date)
    end as business_date,
    file_received_at as known_from,
    -- an unsigned callback is not checked further: anybody can send one
    case when is_signed then problem when problem is not null then 'not_signed' end as reject_code,
    case reject_code
      when 'not_signed' then 'The callback does not have the format of the gateway, and its signature is not valid.'
      when 'body_unreadable' then 'The body is not a JSON object.'
      when 'identifier_missing' then 'The body has no id.'
      when 'event_missing' then 'The body has no event.'
      when 'time_unreadable' then 'The time of receipt is not valid.'
      when 'currency_missing' then 'The body names no currency.'
      when 'currency_unknown' then 'The currency is unknown.'
      when 'amount_unreadable' then 'The amount is not a whole number of the currency''s smallest unit.'
      when 'paid_time_unreadable' then 'The body does not state when money moved.'
      when 'date_implausible'
        then 'The callback has a time of ' || cast(
          timezone(
            the_zone,
            case
              when least(occurred_at, reported_at, received_at) < earliest_at then least(occurred_at, reported_at, received_at)
              else greatest(occurred_at, reported_at, received_at)
            end
          ) as date
        ) || ', which is not between ' || earliest_day || ' and ' || latest_day || '.'
      when 'received_too_early' then format(
        'The callback was received at {}, before the event of {} that it reports. Write the time of receipt with its offset from UTC.',
        strftime(timezone(the_zone, received_at), '%Y-%m-%d %H:%M'),
        strftime(timezone(the_zone, greatest(occurred_at, reported_at)), '%Y-%m-%d %H:%M')
      )
    end as reject_reason,
    body_text as raw_text
  from classified
);

-- statement: callback_event
-- The known events of the gateway's callbacks. kind: the movement of money that an event reports; null where it reports none.
-- grain: one event
-- key: event
-- reads: nothing
create or replace view staging.callback_event as
select event, kind
from (values
  ('purchase.paid', 'payment'),
  ('purchase.captured', 'payment'),
  ('payment.refunded', 'refund'),
  ('payment.charged_back', 'chargeback'),
  ('payment.chargeback_reversed', 'chargeback_reversal'),
  ('purchase.created', null),
  ('purchase.viewed', null),
  ('purchase.payment_failure', null),
  ('purchase.pending_execute', null),
  ('purchase.pending_charge', null),
  ('purchase.subscription_charge_failure', null),
  ('purchase.cancelled', null),
  ('purchase.hold', null),
  ('purchase.preauthorized', null),
  ('purchase.pending_capture', null),
  ('purchase.capture_failure', null),
  ('purchase.pending_release', null),
  ('purchase.released', null),
  ('purchase.release_failure', null),
  ('purchase.pending_refund', null),
  ('purchase.refund_failure', null),
  ('purchase.settled', null),
  ('purchase.pending_recurring_token_delete', null),
  ('purchase.recurring_token_deleted', null),
  ('payout.created', null),
  ('payout.pending', null),
  ('payout.success', null),
  ('payout.failed', null),
  ('billing_template_client.subscription_billing_cancelled', null)
) as known (event, kind);

-- statement: callback_unexpected
-- Counts the events that are not known. Reads incoming, which the load step fills.
insert into raw.unexpected
select $receipt_id, 'callback', 'event_type', left(event, 60), count(*)
from incoming
where reject_code is null and event not in (select known.event from staging.callback_event as known)
group by left(event, 60);

-- statement: callback_figures
-- The accepted lines of one file of callbacks by business day, currency and kind. Reads incoming.
select
  business_date,
  currency,
  coalesce(kind, 'no movement of money') as kind,
  count(*) as line_count,
  sum(amount) as amount,
  null::decimal(38, 4) as fee
from incoming
where reject_code is null
group by all;

-- statement: callback_insert
-- Adds each event that is not known yet; a repeated delivery adds nothing. Reads incoming, which the load step fills.
insert into core.callback by name
select
  callback_key, object_key, event, kind, currency, amount, reference, status, method, is_signed, is_test, occurred_at, reported_at,
  received_at, business_date, receipt_id, line_no, known_from
from incoming
where reject_code is null
  and not exists (
    select 1
    from core.callback as known
    where known.callback_key = incoming.callback_key and known.is_signed = incoming.is_signed
  )
qualify row_number() over (partition by callback_key, is_signed order by received_at, line_no) = 1;
