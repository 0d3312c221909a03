-- grain: one send instruction on one page
-- key: file_id, line_no
-- reads: raw.json_record, raw.receipt, staging.currency
create or replace macro staging.send_instruction(the_file_id) as table (
  with
  typed as (
    select
      record.file_id,
      record.record_no,
      receipt.company,
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
    inner join raw.receipt as receipt on receipt.file_id = record.file_id
    where record.file_id = the_file_id
  )
  select
    file_id,
    record_no as line_no,
    company,
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
