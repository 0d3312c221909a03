-- statement: unusable_answer
-- The receipts whose content does not meet the need that they were received for: refused content, a rejected record, a list
-- with a missing page, a balance reading that lost a currency. Includes every page of such a list, and every repeated receipt
-- of the same content.
-- because: refused, rejected, incomplete or balance_lost
-- is_counted: an answer of a service that arrived whole; each run requests again what did not arrive or is damaged on this
-- machine
-- grain: one receipt
-- key: receipt_id
-- reads: raw.receipt, staging.rejected_row, core.incomplete_list, core.balance_lost
create table core.unusable_answer as
with
found as materialized (
  select
    receipt_id,
    'refused' as because,
    request_path is not null
      and load_code is distinct from 'RECIPIENT_UNKNOWN'
      and not starts_with(load_code, 'LANDING_OBJECT_')
      and (
        not is_failed or starts_with(load_code, 'FILE_')
        or load_code in ('ANSWER_NOT_UNDERSTOOD', 'ANSWER_TOO_LARGE', 'PAYOUT_LIST_UNSTABLE')
      ) as is_counted
  from raw.receipt
  where load_status = 'refused'
  union all
  select distinct receipt_id, 'rejected', true
  from staging.rejected_row
  where staging.is_record(reason_code)
  union all
  select receipt.receipt_id, 'incomplete', true
  from raw.receipt as receipt
  inner join core.incomplete_list as cut
    on cut.kind = receipt.kind and cut.batch_id = receipt.batch_id
  union all
  -- every reading of that instant, because no reading of it names the currency
  select receipt.receipt_id, 'balance_lost', true
  from core.balance_lost as lost
  inner join raw.receipt as newest on newest.receipt_id = lost.receipt_id
  inner join raw.receipt as receipt
    on receipt.kind = newest.kind and receipt.window_from = newest.window_from
    and receipt.load_status in ('loaded', 'repeated')
),
content as materialized (
  select receipt_id, because, is_counted from found
  union all
  select again.receipt_id, found.because, found.is_counted
  from found
  inner join raw.receipt as receipt on receipt.receipt_id = found.receipt_id and receipt.load_status = 'loaded'
  inner join raw.receipt as again
    on again.kind = receipt.kind and again.sha256 = receipt.sha256
    and again.load_status = 'repeated' and again.currency is not distinct from receipt.currency
    and case
      when receipt.window_from is not null then again.window_from = receipt.window_from and again.window_to = receipt.window_to
      else again.request_path = receipt.request_path
    end
),
page as (
  select receipt_id, because, is_counted from content
  union all
  select page.receipt_id, content.because, content.is_counted
  from content
  inner join raw.receipt as receipt on receipt.receipt_id = content.receipt_id
  inner join raw.receipt as page
    on page.kind = receipt.kind and page.batch_id = receipt.batch_id
)
select
  receipt.receipt_id,
  min(page.because) as because,
  bool_or(page.is_counted) and receipt.request_path is not null as is_counted
from page
inner join raw.receipt as receipt on receipt.receipt_id = page.receipt_id
group by receipt.receipt_id, receipt.request_path;

-- statement: doubted_answer
-- The gateway's answers behind a control total in doubt: the total is out of balance and undecided, or has no figures although
-- its inputs were received. An answer that the gateway has given twice is accepted: the difference is in the data.
-- is_counted: the answer in force when the first run found the total in doubt, or an answer received since then
-- grain: one answer, and a control that is in doubt by it
-- key: receipt_id, currency, business_date, control
-- reads: recon.control, recon.run_day, recon.doubted_day, raw.receipt, core.company, core.company_input
create or replace view core.doubted_answer as
with
doubtful as (
  select distinct control.currency, control.business_date, control.control, control.run_id
  from recon.control as control
  where control.control in ('statement_to_turnover', 'gateway_balance')
    and not control.is_decided
    and (control.state = 'out_of_balance' or (control.state = 'not_made' and coalesce(control.input, '') = ''))
),
judged as (
  select
    doubtful.*,
    run.run_id as judged_by,
    -- the last run that did not find the total in doubt
    coalesce(max(case when doubted.run_id is null then run.run_id end) over one_total, 0) as good_through
  from doubtful
  inner join recon.run_day as run on run.business_date = doubtful.business_date
  left join recon.doubted_day as doubted
    on doubted.run_id = run.run_id and doubted.currency = doubtful.currency and doubted.business_date = doubtful.business_date
    and doubted.control = doubtful.control
  window one_total as (partition by doubtful.currency, doubtful.business_date, doubtful.control)
),
since as (
  select
    currency, business_date, control,
    coalesce(min(judged_by) filter (judged_by > good_through), any_value(run_id)) as run_id
  from judged
  group by currency, business_date, control
),
day as (
  select
    since.*,
    timezone(company.zone, since.business_date::timestamp) as day_from,
    timezone(company.zone, (since.business_date + interval 1 day)::timestamp) as day_to
  from since
  cross join core.company as company
),
need as (
  select control, input
  from (values
    ('statement_to_turnover', 'statement'), ('statement_to_turnover', 'turnover'), ('gateway_balance', 'balance')
  ) as need (control, input)
),
answer as (
  select
    receipt.receipt_id, receipt.kind, input.input, day.currency, day.business_date, day.control, day.run_id,
    receipt.currency as asked_currency, receipt.window_from, receipt.window_to
  from day
  inner join need on need.control = day.control
  inner join core.company_input as input on input.input = need.input
  inner join raw.receipt as receipt
    on receipt.kind = input.kind
    and receipt.load_status in ('loaded', 'repeated')
    and coalesce(receipt.currency, day.currency) = day.currency
    and receipt.window_from is not null and core.concerns_day(receipt, day)
  where not exists (
    select 1
    from raw.receipt as other
    where other.kind = receipt.kind and other.receipt_id <> receipt.receipt_id
      and other.sha256 = receipt.sha256 and other.currency is not distinct from receipt.currency
      and other.window_from = receipt.window_from and other.window_to = receipt.window_to
      and other.load_status in ('loaded', 'repeated')
  )
)
select
  receipt_id,
  currency,
  business_date,
  control,
  input,
  receipt_id >= coalesce(
    max(case when receipt_id < run_id then receipt_id end) over (
      partition by kind, asked_currency, window_from, window_to, currency, business_date, control
    ),
    0
  ) as is_counted
from answer;

-- statement: request_retry
-- The answers of services that do not meet the request: refused by their content, with a rejected record, a list with a missing
-- page, a balance that lost a currency, and answers behind a control total in doubt. Counts how often the same request was made
-- since the last good answer, and computes when it is made next: first with the next run at once, then after 15 minutes, 1
-- hour, 4 hours and 1 day. After the sixth answer it is not made again (next_attempt_at is null).
-- Each day of a list is counted separately: a list is read again the next day anyway, so after the fifth answer of a day it is
-- not requested again for that day. Answers that did not arrive, or are damaged on this machine, are not counted: each run
-- requests them.
-- because: refused, rejected, incomplete, balance_lost or in_doubt
-- grain: one receipt of an answer that does not satisfy what was asked for
-- key: receipt_id
-- reads: core.unusable_answer, core.doubted_answer, core.received_answer, raw.receipt
create or replace view core.request_retry as
with
doubted as (
  select receipt_id, bool_or(is_counted) as is_counted from core.doubted_answer group by receipt_id
),
bad as materialized (
  select receipt_id, because, is_counted from core.unusable_answer
  union all
  select doubted.receipt_id, 'in_doubt', doubted.is_counted
  from doubted
  anti join core.unusable_answer as answer on answer.receipt_id = doubted.receipt_id
),
good as (
  select answer.*
  from core.received_answer as answer
  anti join bad on bad.receipt_id = case when answer.load_code is distinct from 'RECIPIENT_UNKNOWN' then answer.receipt_id end
),
attempt as (
  select bad.receipt_id, bad.because
  from bad
  inner join raw.receipt as receipt on receipt.receipt_id = bad.receipt_id
  where bad.is_counted
    and not exists (
      select 1
      from good
      where good.kind = receipt.kind and good.receipt_id > receipt.receipt_id and core.answers_request(receipt, good)
    )
),
retry as (
  select
    receipt.receipt_id,
    attempt.because,
    receipt.kind,
    receipt.batch_id,
    receipt.zone,
    receipt.currency,
    receipt.window_from,
    receipt.window_to,
    receipt.received_at,
    case when receipt.window_from is null and receipt.page is null then receipt.request_path end as request_path,
    case when receipt.window_from is null and receipt.page is not null then cast(timezone(receipt.zone, receipt.received_at) as date) end
      as read_on
  from attempt
  inner join raw.receipt as receipt on receipt.receipt_id = attempt.receipt_id
),
counted as (
  select
    kind,
    currency,
    window_from,
    window_to,
    request_path,
    read_on,
    count(distinct coalesce(batch_id, receipt_id::text)) as request_count,
    max(received_at) as last_attempt_at
  from retry
  group by kind, currency, window_from, window_to, request_path, read_on
)
select
  retry.receipt_id,
  retry.because,
  retry.kind,
  retry.batch_id,
  retry.zone,
  retry.currency,
  retry.window_from,
  retry.window_to,
  retry.received_at,
  counted.request_count,
  counted.last_attempt_at,
  case counted.request_count
    when 1 then counted.last_attempt_at
    when 2 then counted.last_attempt_at + interval 15 minute
    when 3 then counted.last_attempt_at + interval 1 hour
    when 4 then counted.last_attempt_at + interval 4 hour
    when 5 then case when counted.read_on is null then counted.last_attempt_at + interval 1 day end
  end as next_attempt_at
from retry
inner join counted
  on counted.kind = retry.kind
  and counted.currency is not distinct from retry.currency
  and counted.window_from is not distinct from retry.window_from
  and counted.window_to is not distinct from retry.window_to
  and counted.request_path is not distinct from retry.request_path
  and counted.read_on is not distinct from retry.read_on;

-- statement: asked_again
-- The receipts that do not count as received (is_unusable): content that does not meet its need, a statement if the answer to its
-- request was refused, and answers behind a control total of the period that is in doubt. With the other pages of their lists, they
-- count nevertheless until their request is repeated (is_retried) at next_attempt_at; null where it is not repeated any more.
-- grain: one receipt
-- key: receipt_id
-- reads: core.unusable_answer, core.doubted_answer, core.statement_requested, core.request_retry, raw.receipt
create or replace macro core.asked_again(period_start, period_end) as table (
  with
  unusable as (
    select receipt_id from core.unusable_answer
    union
    select receipt_id
    from core.doubted_answer
    where business_date >= period_start and business_date < period_end
    union
    -- the statement itself is good: the same content counts as received once its request has a good answer
    select receipt_id from core.statement_requested where refusal is not null
  ),
  retry as (
    -- that one request is not repeated any more counts more than the time of another
    select receipt.receipt_id, nullif(max(coalesce(retry.next_attempt_at, 'infinity')), 'infinity') as next_attempt_at
    from core.request_retry as retry
    inner join raw.receipt as receipt
      on (
        receipt.receipt_id = retry.receipt_id
        or (receipt.kind = retry.kind and receipt.batch_id = retry.batch_id)
        or (
          retry.kind = receipt.kind || '_request' and receipt.currency is not distinct from retry.currency
          and receipt.window_from = retry.window_from and receipt.window_to = retry.window_to
        )
      )
    group by receipt.receipt_id
  )
  select
    receipt_id,
    unusable.receipt_id is not null as is_unusable,
    retry.receipt_id is not null as is_retried,
    retry.next_attempt_at
  from unusable
  full outer join retry using (receipt_id)
);
