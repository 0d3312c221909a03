-- The answers of services that were refused by their content, or have a rejected record, in force: how often the same was asked, and
-- when it is asked next. The first time the next run asks at once, then after 15 minutes, 1 hour, 4 hours and 1 day; after the sixth
-- answer it is not asked again (next_ask_at is null). What did not arrive, or is damaged on this machine, is not counted: each run
-- asks for it. Of a list, each day is asked by itself.
-- grain: one receipt of an answer that was refused or has a rejected record
-- key: file_id
-- reads: core.refused_receipt, staging.rejected_row, raw.receipt
create or replace view core.asked_again as
with
rejected as (
  select distinct receipt.file_id, receipt.company, receipt.kind, receipt.batch_id, receipt.sha256
  from staging.rejected_row
  inner join raw.receipt as receipt on receipt.file_id = rejected_row.file_id
  where rejected_row.reason_code not in ('summary_row', 'header_repeated', 'item_row', 'text_row', 'not_signed')
),
-- what was loaded, with whether it has a rejected record; the same content is loaded once
loaded as (
  select
    receipt.*,
    exists (
      select 1
      from rejected
      where rejected.company = receipt.company and rejected.kind = receipt.kind
        and (rejected.batch_id = receipt.batch_id or (receipt.batch_id is null and rejected.sha256 = receipt.sha256))
    ) as is_rejected
  from raw.receipt as receipt
  where receipt.load_status in ('loaded', 'repeated')
    and receipt.request_path is not null
    and receipt.kind in (select kind from rejected)
),
attempt as (
  select file_id
  from core.refused_receipt
  where request_path is not null
    and not starts_with(load_code, 'LANDING_OBJECT_')
    and (not is_failed or starts_with(load_code, 'FILE_') or load_code in ('ANSWER_NOT_UNDERSTOOD', 'ANSWER_TOO_LARGE'))
  union
  select bad.file_id
  from loaded as bad
  where bad.is_rejected
    and not exists (
      select 1
      from loaded as good
      where good.company = bad.company and good.kind = bad.kind and good.file_id > bad.file_id and not good.is_rejected
        and case
          when bad.window_from is not null then good.window_from = bad.window_from and good.window_to = bad.window_to
            and good.currency is not distinct from bad.currency
          when bad.page is not null then good.is_last_page
          else good.request_path = bad.request_path
        end
    )
),
asked as (
  select
    receipt.file_id,
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
  where receipt.request_path is not null
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
  asked.company,
  asked.kind,
  asked.batch_id,
  asked.zone,
  asked.currency,
  asked.window_from,
  asked.window_to,
  counted.asked_count,
  counted.last_asked_at,
  case counted.asked_count
    when 1 then counted.last_asked_at
    when 2 then counted.last_asked_at + interval 15 minute
    when 3 then counted.last_asked_at + interval 1 hour
    when 4 then counted.last_asked_at + interval 4 hour
    when 5 then counted.last_asked_at + interval 1 day
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
