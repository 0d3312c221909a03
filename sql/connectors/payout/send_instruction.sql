-- statement: send_instruction
-- grain: one send instruction on one page
-- key: receipt_id, line_no
-- reads: raw.json_record, raw.receipt, staging.currency
create or replace macro staging.send_instruction(the_receipt_id) as table (
  with
  typed as (
    select
      record.receipt_id,
      record.record_no,
      receipt.zone,
      receipt.received_at,
      try_cast(record.body ->> '$.id' as bigint) as send_instruction_id,
      try_cast(record.body ->> '$.bank_account_id' as bigint) as bank_account_id,
      record.body ->> '$.currency' as currency,
      try_cast(record.body ->> '$.amount' as decimal(18, 4)) as amount,
      lower(record.body ->> '$.state') as state,
      record.body ->> '$.reference' as reference,
      record.body ->> '$.description' as description,
      record.body ->> '$.email' as email,
      nullif(record.body ->> '$.bank_account_details.account_number', '') as paid_account_number,
      nullif(record.body ->> '$.bank_account_details.bank_code', '') as paid_bank_code,
      nullif(record.body ->> '$.bank_account_details.name', '') as paid_name,
      try_cast(record.body ->> '$.created_at' as timestamptz) as created_at,
      try_cast(record.body ->> '$.updated_at' as timestamptz) as updated_at,
      record.body::text as raw_text
    from raw.json_record as record
    inner join raw.receipt as receipt on receipt.receipt_id = record.receipt_id
    where record.receipt_id = the_receipt_id
  )
  select
    receipt_id,
    record_no as line_no,
    send_instruction_id,
    bank_account_id,
    currency,
    amount,
    state,
    reference,
    description,
    email,
    paid_account_number,
    paid_bank_code,
    paid_name,
    created_at,
    coalesce(updated_at, created_at) as updated_at,
    cast(timezone(zone, created_at) as date) as business_date,
    md5(concat_ws('|', bank_account_id, amount, state, reference, description, email, created_at,
      paid_account_number, paid_bank_code, paid_name)) as content_hash,
    received_at as known_from,
    case
      when send_instruction_id is null then 'id_unreadable'
      when amount is null then 'amount_unreadable'
      when currency not in (select known.currency from staging.currency as known) then 'currency_unknown'
      when state is null then 'state_missing'
      when created_at is null then 'created_unreadable'
    end as reject_code,
    raw_text
  from typed
);

-- statement: send_instruction_reject
-- Keeps each record of a page that was rejected, with the reason.
insert into staging.rejected_row
select receipt_id, line_no, reject_code, 'Record rejected: ' || replace(reject_code, '_', ' ') || '.', raw_text, null
from staging.send_instruction($receipt_id)
where reject_code is not null;

-- statement: send_instruction_insert
-- Adds each payout of a page that is new or has changed.
insert into core.payout by name
select send_instruction_id as payout_id, bank_account_id as recipient_id, currency, amount, state, reference, description, email,
  paid_account_number, paid_bank_code, paid_name, created_at, updated_at, business_date, receipt_id, line_no, content_hash, known_from
from staging.send_instruction($receipt_id) as incoming
where reject_code is null
  and not exists (
    select 1
    from core.payout as known
    where known.known_to is null and known.payout_id = incoming.send_instruction_id
  )
qualify row_number() over (partition by send_instruction_id order by line_no) = 1
order by line_no;

-- statement: send_instruction_close
-- Ends the current version of each payout whose record differs on this page.
update core.payout
set known_to = incoming.known_from
from staging.send_instruction($receipt_id) as incoming
where payout.known_to is null
  and incoming.reject_code is null
  and payout.payout_id = incoming.send_instruction_id
  and payout.content_hash <> incoming.content_hash;
