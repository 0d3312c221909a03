-- statement: send_limit
-- grain: one record of the send-limit ledger on one page
-- key: receipt_id, line_no
-- reads: raw.json_record, raw.receipt, staging.currency
-- A record is an allocation (`in`), a payout (`out` with an amount) or a verification (`out`, amount 0, a fee). Approvals are
-- due at noon in Malaysia, wherever the company is. The specification does not define the list of approvals: a list is counted
-- only where each entry has a known status.
create or replace macro staging.send_limit(the_receipt_id) as table (
  with
  page as (
    select record.receipt_id, record.record_no, record.body, receipt.zone, receipt.received_at
    from raw.json_record as record
    inner join raw.receipt as receipt on receipt.receipt_id = record.receipt_id
    where record.receipt_id = the_receipt_id
  ),
  typed as (
    select
      receipt_id,
      record_no,
      zone,
      received_at,
      try_cast(body ->> '$.id' as bigint) as send_limit_id,
      body ->> '$.transaction_type' as transaction_type,
      body ->> '$.currency' as currency,
      try_cast(body ->> '$.amount' as decimal(18, 4)) as amount,
      try_cast(coalesce(body ->> '$.fee', '0') as decimal(18, 4)) as fee,
      try_cast(body ->> '$.net_amount' as decimal(18, 4)) as net_amount,
      lower(body ->> '$.status') as status,
      try_cast(body ->> '$.from_settlement' as date) as from_settlement,
      try_cast(body ->> '$.approvals_required' as integer) as approvals_required,
      try_cast(body ->> '$.approvals_received' as integer) as approvals_received,
      try_cast(body -> '$.approvals_details' as struct(status text, approved_at timestamptz)[]) as approval_entries,
      try_cast(body ->> '$.send_instruction_id' as bigint) as send_instruction_id,
      try_cast(body ->> '$.bank_account_id' as bigint) as bank_account_id,
      try_cast(body ->> '$.created_at' as timestamptz) as created_at,
      try_cast(body ->> '$.updated_at' as timestamptz) as updated_at,
      body::text as raw_text
    from page
  ),
  approved as (
    select
      typed.*,
      case
        when len(list_filter(approval_entries, lambda entry: coalesce(lower(entry.status), '')
          not in ('approved', 'pending', 'rejected', 'expired', 'failed', 'cancelled', 'deleted'))) = 0
          then list_filter(approval_entries, lambda entry: lower(entry.status) = 'approved')
      end as approvals
    from typed
  )
  select
    receipt_id,
    record_no as line_no,
    send_limit_id,
    case
      when transaction_type = 'in' then 'allocation'
      when transaction_type = 'out' and amount = 0 then 'verification'
      when transaction_type = 'out' then 'payout'
    end as ledger_kind,
    currency,
    amount,
    fee,
    net_amount,
    status,
    from_settlement,
    approvals_required,
    approvals_received,
    'Asia/Kuala_Lumpur' as approval_zone,
    len(approvals)::integer as approvals_listed,
    len(list_filter(approvals, lambda approval: approval.approved_at is not null))::integer as approvals_dated,
    list_min(list_transform(approvals, lambda approval: approval.approved_at)) as first_approved_at,
    list_max(list_transform(approvals, lambda approval: approval.approved_at)) as last_approved_at,
    send_instruction_id,
    bank_account_id,
    created_at,
    coalesce(updated_at, created_at) as updated_at,
    cast(timezone(zone, created_at) as date) as business_date,
    md5(concat_ws('|', transaction_type, currency, amount, fee, net_amount, status, from_settlement, approvals_required,
      approvals_received, send_instruction_id, bank_account_id, created_at, approvals::text)) as content_hash,
    received_at as known_from,
    case
      when send_limit_id is null then 'id_unreadable'
      when transaction_type is null or transaction_type not in ('in', 'out') then 'type_unknown'
      when amount is null then 'amount_unreadable'
      when fee is null then 'fee_unreadable'
      when net_amount is null then 'net_unreadable'
      when currency is null then 'currency_missing'
      when currency not in (select known.currency from staging.currency as known) then 'currency_unknown'
      when status is null then 'status_missing'
      when created_at is null then 'created_unreadable'
      when transaction_type = 'in' and from_settlement is null then 'settlement_unreadable'
      when transaction_type = 'in' and (approvals_required is null or approvals_received is null) then 'approvals_unreadable'
    end as reject_code,
    raw_text
  from approved
);

-- statement: send_limit_unexpected
-- Counts fields that the specification leaves open and that differ from other ledger records of the same kind: a missing recipient,
-- payout, list of approvals or time of an approval. Counts charges with the status of an allocation.
insert into raw.unexpected
with
record as (
  select
    ledger_kind, send_instruction_id, bank_account_id, approvals_received, approvals_listed, approvals_dated, status
  from staging.send_limit($receipt_id)
  where reject_code is null
),
carried as (
  select
    ledger_kind,
    bool_or(payout_id is not null) as has_payout,
    bool_or(recipient_id is not null) as has_recipient,
    bool_or(approvals_listed is not null) as has_approvals
  from (
    select ledger_kind, send_instruction_id as payout_id, bank_account_id as recipient_id, approvals_listed from record
    union all
    select ledger_kind, payout_id, recipient_id, approvals_listed
    from core.payout_movement
    where known_to is null
  ) as known
  group by ledger_kind
),
compared as (
  select record.*, carried.has_payout, carried.has_recipient, carried.has_approvals
  from record
  inner join carried on carried.ledger_kind = record.ledger_kind
),
unexpected as (
  select 'send_instruction_id (missing)' as field, null as value from compared where has_payout and send_instruction_id is null
  union all
  select 'bank_account_id (missing)', null from compared where has_recipient and bank_account_id is null
  union all
  select 'approvals_details (missing, or with an unknown status)', null from compared where has_approvals and approvals_listed is null
  union all
  select 'approvals_details.approved_at (missing)', null from compared where approvals_dated < approvals_listed
  union all
  select 'status of a charge', status from compared where ledger_kind <> 'allocation' and status = 'approved'
)
select $receipt_id, 'send limit', field, value, count(*)
from unexpected
group by field, value;

-- statement: send_limit_reject
-- Keeps each record of a page that was rejected, with the reason.
insert into staging.rejected_row
select receipt_id, line_no, reject_code, 'Record rejected: ' || replace(reject_code, '_', ' ') || '.', raw_text, null
from staging.send_limit($receipt_id)
where reject_code is not null;

-- statement: send_limit_insert
-- Adds each movement of the payout account that is new or has changed.
insert into core.payout_movement by name
select send_limit_id as movement_id, ledger_kind, currency, amount, fee, net_amount, status, from_settlement as settlement_on,
  approvals_required, approvals_received, approval_zone, approvals_listed, first_approved_at, last_approved_at,
  send_instruction_id as payout_id, bank_account_id as recipient_id, created_at,
  updated_at, business_date, receipt_id, line_no, content_hash, known_from
from staging.send_limit($receipt_id) as incoming
where reject_code is null
  and not exists (
    select 1
    from core.payout_movement as known
    where known.known_to is null and known.movement_id = incoming.send_limit_id
  )
qualify row_number() over (partition by send_limit_id order by line_no) = 1
order by line_no;

-- statement: send_limit_close
-- Ends the current version of each movement of the payout account whose record differs on this page.
update core.payout_movement
set known_to = incoming.known_from
from staging.send_limit($receipt_id) as incoming
where payout_movement.known_to is null
  and incoming.reject_code is null
  and payout_movement.movement_id = incoming.send_limit_id
  and payout_movement.content_hash <> incoming.content_hash;
