-- grain: one file or page as it was received; key: file_id
-- reads: raw.receipt
create or replace view mart.source_file as
select
  company, source, kind, currency, window_from, window_to, received_at, row_count, rejected_count, bytes, sha256, file_id,
  file_name, load_status
from raw.receipt
where kind not in ('run', 'statement_intent', 'statement_request');
