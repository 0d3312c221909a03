-- grain: one request to a service, with its repetitions
-- key: requests_receipt_id, request_no
-- reads: core.request, raw.receipt
create or replace view mart.request as
select
  request.company,
  request.service as source,
  request.operation,
  request.statement_id,
  receipt.batch_id,
  coalesce(request.page_no, receipt.page) as page_no,
  coalesce(request.currency, receipt.currency) as currency,
  coalesce(request.window_from, receipt.window_from) as window_from,
  coalesce(request.window_to, receipt.window_to) as window_to,
  request.first_asked_at,
  request.ended_at,
  request.attempt_count,
  greatest(request.attempt_count - 1, 0) as retry_count,
  request.rate_limit_count,
  request.pause_ms,
  request.asked_pause_ms,
  request.outcome,
  request.status as http_status,
  request.error_code,
  request.last_latency_ms,
  request.total_ms,
  request.byte_count,
  request.receipt_id,
  receipt.file_name,
  receipt.load_status,
  request.file_id as requests_receipt_id,
  request.request_no
from core.request as request
left join raw.receipt as receipt on receipt.file_id = request.receipt_id and receipt.company = request.company;

comment on view mart.request is 'What was asked of the services, also without success. Which service is slow, limits requests or fails, and since when?';
comment on column mart.request.company is 'Company, as named in the configuration.';
comment on column mart.request.source is 'Connector: gateway or payout.';
comment on column mart.request.operation is 'Method and path, identifiers as {id}; of a download link, the host alone.';
comment on column mart.request.statement_id is 'Statement that was asked about, by its identifier at the service; null for other requests.';
comment on column mart.request.batch_id is 'Reading of a whole list to which the page belongs; null if its answer was not kept.';
comment on column mart.request.page_no is 'Page of a list, from 1.';
comment on column mart.request.currency is 'ISO 4217 code that was asked for; null if the request names none.';
comment on column mart.request.window_from is 'Start of the period asked for, inclusive; null if the request has none.';
comment on column mart.request.window_to is 'End of the period asked for, exclusive.';
comment on column mart.request.first_asked_at is 'Time of the first attempt.';
comment on column mart.request.ended_at is 'Time at which the request was over.';
comment on column mart.request.attempt_count is 'Number of attempts; 0 if the request was refused on this machine and never sent.';
comment on column mart.request.retry_count is 'Number of repetitions.';
comment on column mart.request.rate_limit_count is 'Attempts that were answered with status 429 (too many requests).';
comment on column mart.request.pause_ms is 'Pauses between attempts, in milliseconds.';
comment on column mart.request.asked_pause_ms is 'Part of the pauses that the service asked for (Retry-After), in milliseconds.';
comment on column mart.request.outcome is 'answered (2xx), refused (another status below 500), rate_limited (429), failed (status 500 or higher, or no whole answer), timed_out, not_sent.';
comment on column mart.request.http_status is 'HTTP status of the last attempt; null if it had no whole answer.';
comment on column mart.request.error_code is 'Code of the error with which the request ended without an answer; null otherwise.';
comment on column mart.request.last_latency_ms is 'Duration of the last attempt, in milliseconds.';
comment on column mart.request.total_ms is 'Duration of all attempts and pauses, in milliseconds.';
comment on column mart.request.byte_count is 'Size of the answer in bytes, decompressed.';
comment on column mart.request.receipt_id is 'Receipt that the answer became, by its number in the landing index; null if it was not kept.';
comment on column mart.request.file_name is 'Name of that receipt.';
comment on column mart.request.load_status is 'Whether that receipt was loaded, repeated, refused or noted.';
comment on column mart.request.requests_receipt_id is 'Receipt that holds the requests of the run, by its number in the landing index.';
comment on column mart.request.request_no is 'Order within the run, from 1.';
