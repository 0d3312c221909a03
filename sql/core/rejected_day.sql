-- The rejected rows in force: those that no later file replaces, with the days that they make incomplete. A row without a
-- readable date may belong to any day of its file; where the file has no other line, to any day of the files of its kind. A
-- record of a list may belong to any day before it was received, one of a balance to the day that ends then and the next. Days outside
-- the calendar are left out: whatever a receipt states, they are not counted through.
-- grain: one receipt and a business day to which its rejected rows belong, or may belong
-- key: file_id, business_date
-- reads: staging.rejected_row, raw.receipt, raw.file_span, core.company_terms, core.rejected_answer, core.successor
create or replace view derive.rejected_day as
with
-- the days of all files of a kind
kind_span as (
  select receipt.company, receipt.kind, min(span.first_day) as first_day, max(span.last_day) as last_day
  from raw.file_span as span
  inner join raw.receipt as receipt on receipt.file_id = span.file_id
  group by receipt.company, receipt.kind
),
receipt as (
  select
    receipt.file_id, receipt.company, receipt.kind, receipt.currency,
    case
      when answer.file_id is not null then terms.earliest_day
      when receipt.window_from is null then coalesce(span.first_day, kind_span.first_day)
      when receipt.window_from = receipt.window_to then cast(timezone(receipt.zone, receipt.window_from) as date) - 1
      else cast(timezone(receipt.zone, receipt.window_from) as date)
    end as first_day,
    case
      when answer.file_id is not null then cast(timezone(receipt.zone, receipt.received_at) as date) - 1
      when receipt.window_from is null then coalesce(span.last_day, kind_span.last_day)
      when receipt.window_from = receipt.window_to then cast(timezone(receipt.zone, receipt.window_to) as date)
      else cast(timezone(receipt.zone, receipt.window_to) as date) - 1
    end as last_day
  from raw.receipt as receipt
  inner join core.company_terms as terms on terms.company = receipt.company
  left join core.rejected_answer as answer on answer.file_id = receipt.file_id
  left join raw.file_span as span on span.file_id = receipt.file_id
  left join kind_span on kind_span.company = receipt.company and kind_span.kind = receipt.kind
  where receipt.load_status = 'loaded' and receipt.rejected_count > 0
),
counted as (
  select
    file_id,
    business_date,
    count(*) as row_count,
    count(*) filter (reason_code not in ('summary_row', 'header_repeated', 'item_row', 'text_row', 'not_signed')) as counted_count
  from staging.rejected_row
  group by file_id, business_date
),
possible as (
  select receipt.file_id, receipt.company, receipt.kind, receipt.currency, counted.business_date, counted.row_count, counted.counted_count
  from receipt
  inner join counted on counted.file_id = receipt.file_id
  where counted.business_date is not null
  union all
  select
    receipt.file_id, receipt.company, receipt.kind, receipt.currency,
    unnest(generate_series(
      case when receipt.first_day < date '1990-01-01' then date '1990-01-01' else receipt.first_day end,
      case when receipt.last_day > date '2099-12-31' then date '2099-12-31' else receipt.last_day end,
      interval 1 day
    ))::date,
    counted.row_count, counted.counted_count
  from receipt
  inner join counted on counted.file_id = receipt.file_id
  where counted.business_date is null
)
select
  possible.file_id,
  possible.company,
  possible.kind,
  possible.currency,
  possible.business_date,
  sum(possible.row_count) as row_count,
  sum(possible.counted_count) as rejected_count
from possible
where not exists (
  select 1
  from core.successor as successor
  where successor.file_id = possible.file_id
    and (successor.is_whole or possible.business_date between successor.first_day and successor.last_day)
)
group by possible.file_id, possible.company, possible.kind, possible.currency, possible.business_date;

create table if not exists core.rejected_day as from derive.rejected_day limit 0;
