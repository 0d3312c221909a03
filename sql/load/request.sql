-- statement: request_insert
-- Adds the requests of a run.
insert into core.request
select
  receipt.company,
  record.file_id,
  record.record_no,
  body ->> '$.service',
  body ->> '$.operation',
  body ->> '$.statement',
  (body ->> '$.page')::integer,
  body ->> '$.currency',
  (body ->> '$.window_from')::timestamptz,
  (body ->> '$.window_to')::timestamptz,
  (body ->> '$.first_asked_at')::timestamptz,
  (body ->> '$.ended_at')::timestamptz,
  (body ->> '$.attempt_count')::integer,
  (body ->> '$.rate_limit_count')::integer,
  (body ->> '$.pause_ms')::bigint,
  (body ->> '$.asked_pause_ms')::bigint,
  body ->> '$.outcome',
  (body ->> '$.status')::integer,
  body ->> '$.error_code',
  (body ->> '$.last_latency_ms')::bigint,
  (body ->> '$.total_ms')::bigint,
  (body ->> '$.byte_count')::bigint,
  (body ->> '$.receipt_id')::integer
from raw.json_record as record
inner join raw.receipt as receipt on receipt.file_id = record.file_id
where record.file_id = $file_id;
