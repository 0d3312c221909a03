-- statement: source_file
-- A file that a person withdrew is in mart.quarantine instead.
-- grain: one file or page as it was received
-- key: receipt_id
-- reads: raw.receipt
create or replace view mart.source_file as
select
  core.this_company() as company, source, kind, currency, window_from, window_to, received_at, row_count, rejected_count,
  bytes as byte_count, sha256, receipt_id, file_name, load_status
from raw.receipt
where source not in ('run', 'requests') and load_status <> 'withdrawn'
  and kind not in ('statement_intent', 'statement_request', 'statement_comparison_intent', 'statement_comparison_request');

comment on view mart.source_file is 'One file or page as received. Which sources are the figures based on?';
comment on column mart.source_file.window_from is 'Start of the requested window, inclusive.';
comment on column mart.source_file.row_count is 'Number of rows or records.';
comment on column mart.source_file.rejected_count is 'Number of rejected rows.';
comment on column mart.source_file.sha256 is 'SHA-256 of the content.';
comment on column mart.source_file.load_status is 'loaded, repeated (identical to the previous one), refused, or noted.';

-- statement: request
-- grain: one request to a service, with its repetitions
-- key: requests_receipt_id, request_no
-- reads: core.request, raw.receipt
create or replace view mart.request as
select
  core.this_company() as company,
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
  request.requests_receipt_id,
  request.request_no
from core.request as request
left join raw.receipt as receipt on receipt.receipt_id = request.receipt_id;

comment on view mart.request is 'Requests to the services, including failed requests. Which service is slow, limits requests or fails, and since when?';
comment on column mart.request.source is 'Connector: gateway or payout.';
comment on column mart.request.operation is 'Method and path, identifiers as {id}; of a download link, the host alone.';
comment on column mart.request.statement_id is 'Statement that was asked about, by its identifier at the service; null for other requests.';
comment on column mart.request.batch_id is 'Reading of a whole list to which the page belongs; null if its answer was not kept.';
comment on column mart.request.page_no is 'Page of a list, from 1.';
comment on column mart.request.currency is 'ISO 4217 code that was asked for; null if the request has no currency.';
comment on column mart.request.window_from is 'Start of the period asked for, inclusive; null if the request has no period.';
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

-- statement: rejected_row
-- grain: one rejected row of a file
-- key: receipt_id, line_no, reason_code
-- reads: staging.rejected_row, raw.receipt, core.rejected_day, core.successor, core.refused_receipt, core.unusable_decision
create table mart.rejected_row as
select
  core.this_company() as company, receipt.source, receipt.kind, receipt.file_name, rejected.receipt_id, rejected.line_no,
  rejected.reason_code, rejected.reason, rejected.raw_text, receipt.received_at, rejected.business_date,
  case
    when receipt.kind = 'decision'
      then exists (select 1 from core.unusable_decision as unusable where unusable.receipt_id = rejected.receipt_id and unusable.is_in_force)
    else exists (
      select 1
      from core.rejected_day as day
      where day.receipt_id = rejected.receipt_id and day.business_date = coalesce(rejected.business_date, day.business_date)
    )
    or not exists (select 1 from core.successor as successor where successor.receipt_id = rejected.receipt_id)
  end as is_in_force
from staging.rejected_row as rejected
inner join raw.receipt as receipt on receipt.receipt_id = rejected.receipt_id
union all
select
  core.this_company() as company, source, kind, file_name, receipt_id, null, load_code, load_message, null, received_at, null,
  case
    when receipt.kind = 'decision'
      then exists (select 1 from core.unusable_decision as unusable where unusable.receipt_id = receipt.receipt_id and unusable.is_in_force)
    else exists (select 1 from core.refused_receipt as refused where refused.receipt_id = receipt.receipt_id)
  end
from raw.receipt as receipt
-- RECIPIENT_UNKNOWN is an answer of the payout service, and an item of the reconciliation of recipients
where load_status = 'refused' and load_code is distinct from 'RECIPIENT_UNKNOWN';

comment on table mart.rejected_row is 'Rejected rows and files, as received. What was rejected, and why?';
comment on column mart.rejected_row.line_no is 'Line number, from 1.';
comment on column mart.rejected_row.raw_text is 'Row as received.';
comment on column mart.rejected_row.is_in_force is 'Whether the rejection is in force: no later file replaces it. Its days are then incomplete.';

-- statement: quarantine
-- The files and answers that were refused, and the files that a person withdrew. They are kept as received, as evidence of what
-- was sent, and no figure is computed from them. What a later version can read is loaded from here, as long as the content is kept
-- (is_removed). An answer that the service does not know a recipient is not a refused one.
-- request_count, next_attempt_at: as in core.request_retry, for answers that were refused by their content and are not replaced; answers of
-- other kinds that did not satisfy the same request are counted with them
-- grain: one refused file, page or answer
-- key: receipt_id
-- reads: raw.receipt, core.refused_receipt, core.request_retry
create table mart.quarantine as
select
  core.this_company() as company,
  receipt.source,
  receipt.kind,
  receipt.receipt_id,
  receipt.file_name,
  receipt.received_at,
  receipt.currency,
  receipt.window_from,
  receipt.window_to,
  receipt.load_code as reason_code,
  rtrim(
    case
      when receipt.load_remedy is null then receipt.load_message
      else left(receipt.load_message, len(receipt.load_message) - len(receipt.load_remedy))
    end
  ) as reason,
  receipt.load_line as line_no,
  receipt.load_remedy as what_to_do,
  receipt.bytes as byte_count,
  receipt.sha256,
  retry.request_count,
  retry.last_attempt_at,
  retry.next_attempt_at,
  refused.receipt_id is null as is_replaced,
  receipt.is_removed
from raw.receipt as receipt
left join core.refused_receipt as refused on refused.receipt_id = receipt.receipt_id
left join core.request_retry as retry on retry.receipt_id = refused.receipt_id
where (receipt.load_status = 'refused' or receipt.load_status = 'withdrawn' and receipt.kind <> 'declared_span')
  and receipt.load_code is distinct from 'RECIPIENT_UNKNOWN';

comment on table mart.quarantine is 'Files and answers that were refused, and files that a person withdrew. What was refused, why, how large is it, and has something replaced it?';
comment on column mart.quarantine.currency is 'ISO 4217 code of the amounts, if it is known.';
comment on column mart.quarantine.window_from is 'Start of the requested window, inclusive; null without a window.';
comment on column mart.quarantine.reason_code is 'Code of the error.';
comment on column mart.quarantine.reason is 'Why it was refused.';
comment on column mart.quarantine.line_no is 'Line that the reason refers to, if any.';
comment on column mart.quarantine.what_to_do is 'What to do about it.';
comment on column mart.quarantine.sha256 is 'SHA-256 of the content, which is the name of the file in landing/objects.';
comment on column mart.quarantine.request_count is 'How often the service was asked for it; null for files, for what did not arrive, and once it is replaced.';
comment on column mart.quarantine.last_attempt_at is 'Time of the last answer; null if request_count is null.';
comment on column mart.quarantine.next_attempt_at is 'Time from which a run asks again; null if it is not asked again, or if request_count is null.';
comment on column mart.quarantine.is_replaced is 'Whether a later file or answer replaces it, or a person withdrew it.';
comment on column mart.quarantine.is_removed is 'Whether its content is no longer kept, because refused files were larger than retention.quarantine_mib. The row stays.';
