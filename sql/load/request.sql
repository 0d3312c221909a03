-- statement: request_insert
-- Adds the requests of a run.
insert into core.request
select
  record.receipt_id,
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
inner join raw.receipt as receipt on receipt.receipt_id = record.receipt_id
where record.receipt_id = $receipt_id;
