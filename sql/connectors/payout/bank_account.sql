-- statement: bank_account
-- grain: one recipient's bank account on one page
-- key: receipt_id, line_no
-- reads: raw.json_record, raw.receipt
create or replace macro staging.bank_account(the_receipt_id) as table (
  select
    record.receipt_id,
    record.record_no as line_no,
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
  inner join raw.receipt as receipt on receipt.receipt_id = record.receipt_id
  where record.receipt_id = the_receipt_id
);

-- statement: bank_account_reject
-- Keeps each record of a page that was rejected, with the reason.
insert into staging.rejected_row
select receipt_id, line_no, reject_code, 'Record rejected: ' || replace(reject_code, '_', ' ') || '.', raw_text, null
from staging.bank_account($receipt_id)
where reject_code is not null;

-- statement: bank_account_insert
-- Adds each recipient of a page that is new or has changed.
insert into core.recipient by name
select bank_account_id as recipient_id, status, account_number, bank_code, name, reference, rejection_reason, created_at, updated_at,
  deleted_at, receipt_id, line_no, content_hash, known_from
from staging.bank_account($receipt_id) as incoming
where reject_code is null
  and not exists (
    select 1
    from core.recipient as known
    where known.known_to is null and known.recipient_id = incoming.bank_account_id
  )
qualify row_number() over (partition by bank_account_id order by line_no) = 1
order by line_no;

-- statement: bank_account_close
-- Ends the current version of each recipient whose record differs on this page.
update core.recipient
set known_to = incoming.known_from
from staging.bank_account($receipt_id) as incoming
where recipient.known_to is null
  and incoming.reject_code is null
  and recipient.recipient_id = incoming.bank_account_id
  and recipient.content_hash <> incoming.content_hash;
