-- grain: one file or page as it was received
-- key: receipt_id
-- reads: raw.receipt
create or replace view mart.source_file as
select
  company, source, kind, currency, window_from, window_to, received_at, row_count, rejected_count, bytes as byte_count, sha256,
  file_id as receipt_id, file_name, load_status
from raw.receipt
where source not in ('run', 'requests')
  and kind not in ('statement_intent', 'statement_request', 'statement_comparison_intent', 'statement_comparison_request');

comment on view mart.source_file is 'One file or page as received. Which sources are the figures based on?';
comment on column mart.source_file.company is 'Company, as named in the configuration.';
comment on column mart.source_file.source is 'Connector: gateway, payout or files; otherwise the part of tieout that recorded it.';
comment on column mart.source_file.kind is 'Kind of file or page.';
comment on column mart.source_file.currency is 'ISO 4217 code of the amounts.';
comment on column mart.source_file.window_from is 'Start of the requested window, inclusive.';
comment on column mart.source_file.window_to is 'End of the requested window, exclusive.';
comment on column mart.source_file.received_at is 'Time of receipt.';
comment on column mart.source_file.row_count is 'Number of rows or records.';
comment on column mart.source_file.rejected_count is 'Number of rejected rows.';
comment on column mart.source_file.byte_count is 'Size in bytes.';
comment on column mart.source_file.sha256 is 'SHA-256 of the content.';
comment on column mart.source_file.receipt_id is 'Receipt number in the landing index.';
comment on column mart.source_file.file_name is 'Name of the file.';
comment on column mart.source_file.load_status is 'loaded, repeated (identical to the previous one), refused, or noted.';
