-- The answers of services that do not satisfy what was asked for: refused by their content, with a rejected record, a list of which a
-- page is missing, a balance that lost a currency, and those on which a control total in doubt rests. How often the same was asked
-- since the last good answer, and when it is asked next. The first time the next run asks at once, then after 15 minutes, 1 hour,
-- 4 hours and 1 day; after the sixth answer it is not asked again (next_ask_at is null).
-- A list is read again the next day for that day, so after the fifth answer of a day it is not asked again. What did not arrive, or is damaged on this
-- machine, is not counted: each run asks for it. Of a list, each day is asked by itself.
-- because: refused, rejected, incomplete, balance_lost or in_doubt
-- grain: one receipt of an answer that does not satisfy what was asked for
-- key: file_id
-- reads: core.unusable_answer, core.doubted_answer, raw.receipt
create or replace view core.asked_again as
with
doubted as (
  select file_id, bool_or(is_counted) as is_counted from core.doubted_answer group by file_id
),
bad as materialized (
  select file_id, because, is_counted from core.unusable_answer
  union all
  select doubted.file_id, 'in_doubt', doubted.is_counted
  from doubted
  anti join core.unusable_answer as answer on answer.file_id = doubted.file_id
),
-- that a service does not know a recipient is an answer
good as (
  select receipt.*
  from raw.receipt as receipt
  anti join bad on bad.file_id = case when receipt.load_code is distinct from 'RECIPIENT_UNKNOWN' then receipt.file_id end
  where receipt.load_status in ('loaded', 'repeated') or receipt.load_code = 'RECIPIENT_UNKNOWN'
),
attempt as (
  select bad.file_id, bad.because
  from bad
  inner join raw.receipt as receipt on receipt.file_id = bad.file_id
  where bad.is_counted
    and not exists (
      select 1
      from good
      where good.company = receipt.company and good.kind = receipt.kind and good.file_id > receipt.file_id
        and case
          when receipt.window_from is not null then good.window_from <= receipt.window_from and good.window_to >= receipt.window_to
            and coalesce(good.currency = receipt.currency, true)
          when receipt.page is not null then good.is_last_page and good.batch_id is distinct from receipt.batch_id
          else good.request_path = receipt.request_path
        end
    )
),
asked as (
  select
    receipt.file_id,
    attempt.because,
    receipt.company,
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
  inner join raw.receipt as receipt on receipt.file_id = attempt.file_id
),
counted as (
  select
    company,
    kind,
    currency,
    window_from,
    window_to,
    request_path,
    read_on,
    count(distinct coalesce(batch_id, file_id::text)) as asked_count,
    max(received_at) as last_asked_at
  from asked
  group by company, kind, currency, window_from, window_to, request_path, read_on
)
select
  asked.file_id,
  asked.because,
  asked.company,
  asked.kind,
  asked.batch_id,
  asked.zone,
  asked.currency,
  asked.window_from,
  asked.window_to,
  asked.received_at,
  counted.asked_count,
  counted.last_asked_at,
  case counted.asked_count
    when 1 then counted.last_asked_at
    when 2 then counted.last_asked_at + interval 15 minute
    when 3 then counted.last_asked_at + interval 1 hour
    when 4 then counted.last_asked_at + interval 4 hour
    when 5 then case when counted.read_on is null then counted.last_asked_at + interval 1 day end
  end as next_ask_at
from asked
inner join counted
  on counted.company = asked.company
  and counted.kind = asked.kind
  and counted.currency is not distinct from asked.currency
  and counted.window_from is not distinct from asked.window_from
  and counted.window_to is not distinct from asked.window_to
  and counted.request_path is not distinct from asked.request_path
  and counted.read_on is not distinct from asked.read_on;
