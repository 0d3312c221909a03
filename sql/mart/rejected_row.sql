-- grain: one row of a file that was not understood; key: file_id, line_no, reason_code
-- reads: staging.rejected_row, raw.receipt
create or replace view mart.rejected_row as
select
  receipt.company, receipt.source, receipt.kind, receipt.file_name, rejected.file_id, rejected.line_no, rejected.reason_code,
  rejected.reason, rejected.raw_text, receipt.received_at, rejected.business_date
from staging.rejected_row as rejected
inner join raw.receipt as receipt on receipt.file_id = rejected.file_id
union all
select
  company, source, kind, file_name, file_id, null, load_code, load_message, null, received_at, null
from raw.receipt
where load_status = 'refused';
