-- grain: one recipient's bank account on one page
-- key: file_id, line_no
-- reads: raw.json_record, raw.receipt
create or replace macro staging.bank_account(the_file_id) as table (
  select
    record.file_id,
    record.record_no as line_no,
    receipt.company,
    try_cast(record.body ->> '$.id' as bigint) as bank_account_id,
    lower(record.body ->> '$.status') as status,
    record.body ->> '$.account_number' as account_number,
    record.body ->> '$.bank_code' as bank_code,
    record.body ->> '$.name' as name,
    record.body ->> '$.reference' as reference,
    record.body ->> '$.rejection_reason' as rejection_reason,
    try_cast(record.body ->> '$.created_at' as timestamptz) as created_at,
    try_cast(record.body ->> '$.updated_at' as timestamptz) as updated_at,
    try_cast(record.body ->> '$.deleted_at' as timestamptz) as deleted_at,
    md5(concat_ws('|', record.body ->> '$.status', record.body ->> '$.account_number', record.body ->> '$.bank_code',
      record.body ->> '$.name', record.body ->> '$.rejection_reason', record.body ->> '$.deleted_at')) as content_hash,
    receipt.received_at as known_from,
    case
      when try_cast(record.body ->> '$.id' as bigint) is null then 'id_unreadable'
      when record.body ->> '$.status' is null then 'status_missing'
    end as reject_code,
    record.body::text as raw_text
  from raw.json_record as record
  inner join raw.receipt as receipt on receipt.file_id = record.file_id
  where record.file_id = the_file_id
);
