-- grain: one record of the send-limit ledger on one page
-- key: file_id, line_no
-- reads: raw.json_record, raw.receipt, staging.currency
-- A record is an allocation (`in`), a payout (`out` with an amount) or a verification (`out`, amount 0, a fee). Approvals are
-- due at noon in Malaysia, wherever the company is. The specification has no list of approvals: one is counted only where each
-- entry has a known status.
create or replace macro staging.send_limit(the_file_id) as table (
  with
  page as (
    select record.file_id, record.record_no, record.body, receipt.company, receipt.zone, receipt.received_at
    from raw.json_record as record
    inner join raw.receipt as receipt on receipt.file_id = record.file_id
    where record.file_id = the_file_id
  ),
  typed as (
    select
      file_id,
      record_no,
      company,
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
    file_id,
    record_no as line_no,
    company,
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
