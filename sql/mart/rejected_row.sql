-- grain: one row of a file that was not understood
-- key: file_id, line_no, reason_code
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

comment on view mart.rejected_row is 'Rows and files that were not understood, as they came. What was left out, and why?';
comment on column mart.rejected_row.company is 'The company of the configuration.';
comment on column mart.rejected_row.source is 'gateway, payout, books.';
comment on column mart.rejected_row.kind is 'What kind of file or page it is.';
comment on column mart.rejected_row.file_name is 'The name of the file.';
comment on column mart.rejected_row.file_id is 'Number of its receipt in the landing index.';
comment on column mart.rejected_row.line_no is 'The line, 1-based: of the bridge, or of the file.';
comment on column mart.rejected_row.reason_code is 'Why, for programs.';
comment on column mart.rejected_row.reason is 'Why, in one sentence.';
comment on column mart.rejected_row.raw_text is 'The row as it stood in the file.';
comment on column mart.rejected_row.received_at is 'When it was received.';
comment on column mart.rejected_row.business_date is 'The business day in the company''s own zone.';
