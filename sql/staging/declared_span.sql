-- grain: one declaration of the days that a file covers, as it was kept
-- key: receipt_id
-- reads: raw.json_record, raw.receipt
create or replace macro staging.declared_span(the_receipt_id) as table (
  select
    record.receipt_id,
    record.body ->> '$.kind' as kind,
    record.body ->> '$.sha256' as sha256,
    try_cast(record.body ->> '$.first_day' as date) as first_day,
    try_cast(record.body ->> '$.last_day' as date) as last_day,
    record.body ->> '$.author' as author,
    try_cast(record.body ->> '$.declared_at' as timestamptz) as declared_at,
    coalesce(
      kind <> '' and sha256 <> '' and author <> '' and declared_at is not null and first_day <= last_day, false
    ) as is_understood,
    record.body::text as raw_text
  from raw.json_record as record
  inner join raw.receipt as receipt on receipt.receipt_id = record.receipt_id
  where record.receipt_id = the_receipt_id
);
