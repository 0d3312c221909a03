-- grain: one file or page as it was received
-- key: file_id
-- reads: raw.receipt
create or replace view mart.source_file as
select
  company, source, kind, currency, window_from, window_to, received_at, row_count, rejected_count, bytes, sha256, file_id,
  file_name, load_status
from raw.receipt
where kind not in ('run', 'statement_intent', 'statement_request');

comment on view mart.source_file is 'One file or page as received. What do the figures rest on?';
comment on column mart.source_file.company is 'The company of the configuration.';
comment on column mart.source_file.source is 'gateway, payout, books.';
comment on column mart.source_file.kind is 'What kind of file or page it is.';
comment on column mart.source_file.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.source_file.window_from is 'Beginning of the window that it was asked for, in it.';
comment on column mart.source_file.window_to is 'End of that window, not in it.';
comment on column mart.source_file.received_at is 'When it was received.';
comment on column mart.source_file.row_count is 'Rows or records in it.';
comment on column mart.source_file.rejected_count is 'Rows of files that were not understood and may belong to the day.';
comment on column mart.source_file.bytes is 'Its size in bytes.';
comment on column mart.source_file.sha256 is 'SHA-256 of its bytes.';
comment on column mart.source_file.file_id is 'Number of its receipt in the landing index.';
comment on column mart.source_file.file_name is 'The name of the file.';
comment on column mart.source_file.load_status is 'loaded, repeated (the same as before), refused, or noted.';
