-- what was asked of the services of a company
-- grain: one request with its repetitions
-- key: file_id, request_no
-- file_id: the receipt that keeps the requests of a run; receipt_id: the receipt that the answer became, null where it became none
-- asked_pause_ms: the part of pause_ms that the service asked for
create table core.request (
  company text not null,
  file_id integer not null,
  request_no integer not null,
  service text not null,
  operation text not null,
  statement_id text,
  page_no integer,
  currency text,
  window_from timestamptz,
  window_to timestamptz,
  first_asked_at timestamptz not null,
  ended_at timestamptz not null,
  attempt_count integer not null,
  rate_limit_count integer not null,
  pause_ms bigint not null,
  asked_pause_ms bigint not null,
  outcome text not null,
  status integer,
  error_code text,
  last_latency_ms bigint not null,
  total_ms bigint not null,
  byte_count bigint not null,
  receipt_id integer
);
