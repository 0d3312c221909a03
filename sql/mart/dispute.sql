-- statement: dispute
-- The disputes of payments as a ledger: what was charged back and what was reversed, by the lines of statements, the signed messages
-- of the gateway, and the status of the payment's own line. A row counts from the day of its last event until the day before the
-- next one, so a report of any day shows what had happened by then.
-- A message or a status without a line is money that has not moved yet. No source states a due day or a lost dispute: a dispute
-- remains open until it is reversed. A refund of the payment begins a row as well, from the first day of the dispute on.
-- grain: one disputed payment in one currency, from one event to the next
-- key: dispute_key, currency, since_on
-- reads: core.payment, core.payment_return, core.callback, mart.company, raw.receipt
create or replace view mart.dispute as
with
received as (
  select if(kind = 'payment', 'status', 'statement') as source, if(kind = 'chargeback_reversal', 'reversal', 'charge') as side,
    payment_key as own_key, if(kind = 'payment', payment_key, related_to) as related_to, reference, currency, amount,
    kind <> 'payment' and is_money_moved as is_moved, fee, if(kind = 'payment', null, business_date) as day, known_from, null as is_test,
    receipt_id, line_no
  from core.payment
  where known_to is null and occurrence = 1
    and (kind in ('chargeback', 'chargeback_reversal') or kind = 'payment' and staging.is_disputed(status))
  union all
  select 'message', if(kind = 'chargeback_reversal', 'reversal', 'charge'), object_key, null, reference, currency, amount,
    false, 0, business_date, known_from, is_test, receipt_id, line_no
  from core.callback
  where kind in ('chargeback', 'chargeback_reversal') and is_signed
),
-- the latest message about each chargeback; of one with a line, the amount is not compared here: callbacks_to_statement does
record as (
  select
    received.* replace (
      coalesce(max(received.related_to) over own, received.related_to) as related_to,
      coalesce(max(received.reference) filter (received.source = 'statement') over own, received.reference) as reference,
      coalesce(max(received.currency) filter (received.source = 'statement') over own, received.currency) as currency,
      coalesce(max(received.amount) filter (received.source = 'statement') over own, received.amount) as amount,
      -- a status has no day of its own
      coalesce(received.day, cast(timezone(company.zone, received.known_from) as date)) as day
    ),
    receipt.file_name
  from received
  cross join mart.company as company
  left join raw.receipt as receipt on receipt.receipt_id = received.receipt_id
  where coalesce(received.is_test = company.is_test, true)
  window own as (partition by received.side, received.own_key)
  qualify row_number() over (
    partition by received.side, received.own_key, received.source order by received.known_from desc, received.line_no desc
  ) = 1
),
paid as (
  select payment.payment_key, payment.currency, payment.amount, payment.reference, payment.method,
    payment.business_date as payment_on, receipt.file_name, payment.line_no
  from core.payment as payment
  inner join raw.receipt as receipt on receipt.receipt_id = payment.receipt_id
  where payment.known_to is null and payment.occurrence = 1 and payment.kind = 'payment'
    and (
      payment.payment_key in (select unnest([related_to, own_key]) from record)
      or payment.is_money_moved and payment.reference in (select reference from record)
    )
),
-- a reference that names one payment, or else one that the lines of chargebacks relate to one payment
named as (
  select reference,
    coalesce(
      if(count(distinct payment_key) = 1, min(payment_key), null), if(count(distinct related_to) = 1, min(related_to), null)
    ) as payment_key
  from (
    select reference, payment_key, null as related_to from paid
    union all
    select reference, null, related_to from record
  ) as known
  where reference is not null
  group by reference
),
disputed as (
  select
    record.* replace (
      -- a status states neither currency nor amount: those of the payment, where nothing else is known
      if(
        record.source = 'status',
        coalesce(min(record.currency) filter (record.source <> 'status' and record.side = 'charge') over dispute, record.currency),
        record.currency
      ) as currency
    ),
    coalesce(record.related_to, named.payment_key, record.reference, record.own_key) as dispute_key,
    record.source || ' ' || record.side as code
  from record
  left join named on named.reference = record.reference
  window dispute as (partition by coalesce(record.related_to, named.payment_key, record.reference, record.own_key))
),
event as (
  select * from disputed
  union all by name
  select
    disputed.dispute_key, refund.currency, greatest(refund.business_date, min(disputed.day)) as day,
    any_value(refund.amount) as amount, 'refund' as code
  from core.payment_return as refund
  inner join disputed
    on disputed.dispute_key = refund.paid_key and disputed.currency = refund.currency
  where refund.kind = 'refund' and refund.is_money_moved
  group by disputed.dispute_key, refund.currency, refund.payment_key, refund.business_date
),
version as (
  select dispute_key, currency, day as since_on, lead(day) over (partition by dispute_key, currency order by day) as ended_on
  from (select distinct dispute_key, currency, day from event) as changed
),
summed as (
  select
    version.dispute_key,
    version.currency,
    version.since_on,
    version.ended_on,
    min(event.day) filter (event.code <> 'refund') as opened_on,
    max(event.day) filter (event.code <> 'refund') as changed_on,
    coalesce(sum(event.amount) filter (event.code = 'refund'), 0) as refunded,
    min(event.reference) as reference,
    string_agg(distinct event.source, ', ' order by event.source) as known_by,
    count(*) filter (event.code = 'statement charge') as chargeback_count,
    coalesce(sum(event.amount) filter (event.code = 'statement charge' and event.is_moved), 0) as charged_back,
    coalesce(sum(event.amount) filter (event.code = 'statement reversal' and event.is_moved), 0) as reversed,
    coalesce(sum(event.fee) filter (event.is_moved), 0) as fee,
    -- of the messages, and of the lines, also those whose money has not moved
    coalesce(
      greatest(sum(event.amount) filter (event.code = 'statement charge'), sum(event.amount) filter (event.code = 'message charge')),
      max(event.amount) filter (event.code = 'status charge'), 0
    ) as charge_known,
    coalesce(
      greatest(sum(event.amount) filter (event.code = 'statement reversal'), sum(event.amount) filter (event.code = 'message reversal')), 0
    ) as reversal_known,
    arg_min({ file_name: event.file_name, line_no: event.line_no }, (event.source <> 'statement', event.day, event.line_no))
      filter (event.side = 'charge') as charge,
    arg_max({ file_name: event.file_name, line_no: event.line_no }, (event.source = 'statement', event.day, event.line_no))
      filter (event.side = 'reversal') as reversal
  from version
  inner join event
    on event.dispute_key = version.dispute_key and event.currency = version.currency
    and event.day <= version.since_on
  group by version.dispute_key, version.currency, version.since_on, version.ended_on
)
select
  core.this_company() as company,
  summed.currency,
  summed.dispute_key,
  coalesce(paid.reference, summed.reference) as reference,
  case
    when reversal_known > charge_known then 'unknown'
    when reversal_known = charge_known then 'reversed'
    else 'open'
  end as state,
  case
    when refunded > 0 and reversal_known < charge_known and paid.currency = summed.currency
      and refunded + charge_known - reversal_known > paid.amount
      then 'Already refunded: answer the dispute with the refund.'
    when charge_known = 0 then 'Reversed; no chargeback is known in this currency.'
    when reversal_known > charge_known then 'More was reversed than charged back.'
    when reversal_known > reversed then 'A reversal is reported; the money has not moved.'
    when known_by = 'status' then 'Only the status of the payment shows a chargeback; the money has not moved.'
    when charge_known > charged_back then 'A chargeback is reported; the money has not moved.'
    when reversed = 0 then 'Charged back.'
    when reversed = charged_back then 'Reversed in full.'
    else 'Reversed in part.'
  end as meaning,
  known_by,
  opened_on,
  since_on,
  ended_on,
  case when reversed >= charge_known and reversed = reversal_known then changed_on end as closed_on,
  refunded::decimal(38, 4) as refunded,
  charged_back::decimal(38, 4) as charged_back,
  reversed::decimal(38, 4) as reversed,
  fee::decimal(38, 4) as fee,
  (reversed - charged_back - fee)::decimal(38, 4) as net_amount,
  (reversal_known - reversed - charge_known + charged_back)::decimal(38, 4) as not_moved,
  chargeback_count,
  paid.currency as payment_currency,
  paid.amount as payment_amount,
  paid.payment_on as payment_on,
  paid.method as method,
  paid.file_name as payment_file_name,
  paid.line_no as payment_line_no,
  charge.file_name as chargeback_file_name,
  charge.line_no as chargeback_line_no,
  reversal.file_name as reversal_file_name,
  reversal.line_no as reversal_line_no
from summed
left join paid on paid.payment_key = summed.dispute_key;

comment on view mart.dispute is 'One disputed payment in one currency, from one event to the next. Which disputes are open, how much was charged back and reversed, and which money has not moved yet?';
comment on column mart.dispute.dispute_key is 'Key of the disputed payment; where no record names it, its reference or the id of the chargeback.';
comment on column mart.dispute.reference is 'Reference of the payment.';
comment on column mart.dispute.state is 'open, reversed, or unknown where the records contradict one another. No source states that a dispute was lost: it remains open.';
comment on column mart.dispute.meaning is 'The state in a sentence.';
comment on column mart.dispute.known_by is 'Records that show the dispute: statement (a line of its own), message (a signed callback), status (of the payment''s line).';
comment on column mart.dispute.opened_on is 'Day of the first record: of the chargeback, of its message, or of the statement that first showed the status.';
comment on column mart.dispute.since_on is 'Day from which the row counts: that of its last event, or of the last refund of the payment.';
comment on column mart.dispute.ended_on is 'Day from which it no longer counts: that of the next event or refund; empty for the latest row.';
comment on column mart.dispute.closed_on is 'Day from which no money is open; empty while the dispute is open or its money has not moved.';
comment on column mart.dispute.refunded is 'Amount of the refunds of the payment in this currency, in major units.';
comment on column mart.dispute.charged_back is 'Amount of the chargebacks of the statement, in major units.';
comment on column mart.dispute.reversed is 'Amount of the reversals of the statement, in major units.';
comment on column mart.dispute.fee is 'Fees that the gateway charged for the chargebacks and reversals, in major units.';
comment on column mart.dispute.net_amount is 'What the dispute added to the gateway''s balance so far: reversed less charged back less fees, in major units.';
comment on column mart.dispute.not_moved is 'Amount that messages or a status report and that has not moved yet, in major units; negative if it lowers the balance. A status states no amount: that of the payment.';
comment on column mart.dispute.chargeback_count is 'Number of chargebacks of the statement.';
comment on column mart.dispute.payment_currency is 'ISO 4217 code of the payment; empty where the payment is not known, for example because it is before the first known day.';
comment on column mart.dispute.payment_amount is 'Gross amount of the payment, in major units of its currency.';
comment on column mart.dispute.payment_on is 'Business day of the payment.';
comment on column mart.dispute.payment_file_name is 'Name of the file with the payment.';
comment on column mart.dispute.payment_line_no is 'Line in that file.';
comment on column mart.dispute.chargeback_file_name is 'Name of the file with the first chargeback, or else with its message or with the payment that has the status.';
comment on column mart.dispute.chargeback_line_no is 'Line in that file.';
comment on column mart.dispute.reversal_file_name is 'Name of the file with the last reversal, or else with its message.';
comment on column mart.dispute.reversal_line_no is 'Line in that file.';
