-- statement: refused_receipt
-- The refused files and failed answers in force: those that nothing later replaces. An answer for a window is replaced by a
-- later answer for it, a list by a later complete list, the record of one recipient by a later answer about that recipient, a
-- file by a file with the same name or content. coverage: null for a kind that no day needs
-- grain: one refused receipt
-- key: receipt_id
-- reads: core.refused_receipt_now
create table core.refused_receipt as from core.refused_receipt_now;

-- statement: refused_receipt_now
-- The rows of core.refused_receipt at this moment, also while files are loaded.
-- grain: one refused receipt
-- key: receipt_id
-- reads: raw.receipt, core.company_input, core.received_answer
create or replace view core.refused_receipt_now as
select
  receipt.*,
  input.input,
  input.coverage,
  case
    when receipt.is_failed then receipt.load_message
    else receipt.file_name || case when receipt.load_line is null then '' else ', line ' || receipt.load_line end || ': ' || receipt.load_message
  end as refusal
from raw.receipt as receipt
left join core.company_input as input on input.kind = receipt.kind
where receipt.load_status = 'refused'
  -- RECIPIENT_UNKNOWN is a good answer: the service does not know the recipient
  and receipt.load_code is distinct from 'RECIPIENT_UNKNOWN'
  and not exists (
    select 1
    from core.received_answer as later
    where later.kind = receipt.kind and later.receipt_id > receipt.receipt_id and core.answers_request(receipt, later)
  );

-- statement: rejected_day
-- The rejected rows in force, which no later file replaces, with the days that they make incomplete. A row without a readable
-- date may belong to any day of its file; where the file has no other line, to any day of the files of its kind. A record of a
-- list may belong to any day before the list was received; a record of a page, to any day of the window of the last page of its
-- reading; a record of a balance, to the day that ends at its instant and the next day. Days outside the calendar are left out, so
-- that the days of a receipt with an extreme date are not listed one by one.
-- grain: one receipt and a business day to which its rejected rows belong, or may belong
-- key: receipt_id, business_date
-- reads: staging.rejected_row, raw.receipt, raw.file_span, core.company_terms, core.company_input, core.successor
create table core.rejected_day as
with
-- the days of all files of a kind
kind_span as (
  select receipt.kind, min(span.first_day) as first_day, max(span.last_day) as last_day
  from raw.file_span as span
  inner join raw.receipt as receipt on receipt.receipt_id = span.receipt_id
  group by receipt.kind
),
-- the last page of a reading has its window
reading as (
  select * from raw.receipt where is_last_page and batch_id is not null and window_from is not null
),
receipt as (
  select
    receipt.receipt_id, receipt.kind, receipt.currency,
    case
      when input.coverage = 'list' then terms.earliest_day
      when receipt.window_from is null
        then coalesce(cast(timezone(receipt.zone, reading.window_from) as date), span.first_day, kind_span.first_day)
      when receipt.window_from = receipt.window_to then cast(timezone(receipt.zone, receipt.window_from) as date) - 1
      else cast(timezone(receipt.zone, receipt.window_from) as date)
    end as first_day,
    case
      when input.coverage = 'list' then cast(timezone(receipt.zone, receipt.received_at) as date) - 1
      when receipt.window_from is null
        then coalesce(cast(timezone(receipt.zone, reading.window_to) as date) - 1, span.last_day, kind_span.last_day)
      when receipt.window_from = receipt.window_to then cast(timezone(receipt.zone, receipt.window_to) as date)
      else cast(timezone(receipt.zone, receipt.window_to) as date) - 1
    end as last_day
  from raw.receipt as receipt
  cross join core.company_terms as terms
  left join core.company_input as input on input.kind = receipt.kind
  left join raw.file_span as span on span.receipt_id = receipt.receipt_id
  left join reading
    on reading.kind = receipt.kind and reading.batch_id = receipt.batch_id
  left join kind_span on kind_span.kind = receipt.kind
  where receipt.load_status = 'loaded' and receipt.rejected_count > 0
),
counted as (
  select
    receipt_id,
    business_date,
    count(*) as row_count,
    count(*) filter (staging.is_record(reason_code)) as counted_count
  from staging.rejected_row
  group by receipt_id, business_date
),
possible as (
  select receipt.receipt_id, receipt.kind, receipt.currency, counted.business_date, counted.row_count, counted.counted_count
  from receipt
  inner join counted on counted.receipt_id = receipt.receipt_id
  where counted.business_date is not null
  union all
  select
    receipt.receipt_id, receipt.kind, receipt.currency,
    unnest(generate_series(
      case when receipt.first_day < date '1990-01-01' then date '1990-01-01' else receipt.first_day end,
      case when receipt.last_day > date '2099-12-31' then date '2099-12-31' else receipt.last_day end,
      interval 1 day
    ))::date,
    counted.row_count, counted.counted_count
  from receipt
  inner join counted on counted.receipt_id = receipt.receipt_id
  where counted.business_date is null
)
select
  possible.receipt_id,
  possible.kind,
  possible.currency,
  possible.business_date,
  sum(possible.row_count) as row_count,
  sum(possible.counted_count) as rejected_count
from possible
where not exists (
  select 1
  from core.successor as successor
  where successor.receipt_id = possible.receipt_id
    and (successor.is_whole or possible.business_date between successor.first_day and successor.last_day)
)
group by possible.receipt_id, possible.kind, possible.currency, possible.business_date;

-- statement: quarantine_excess
-- The refused files whose content a run removes, so that refused content stays within a limit in bytes. Files that exceed the
-- limit by themselves go first, then files that something has replaced, then the oldest. Only content that was received as an
-- input and that no receipt needs is removed: a file of the merchant that nothing has replaced is read again once the
-- configuration is corrected, and content that is damaged on this machine may be restored.
-- grain: one receipt
-- key: receipt_id
-- reads: raw.receipt, core.refused_receipt, core.company_input
create or replace macro core.quarantine_excess(the_limit) as table (
  with
  content as (
    select
      receipt.sha256,
      receipt.ext,
      max(receipt.bytes) as bytes,
      max(receipt.receipt_id) as newest_id,
      bool_and(refused.receipt_id is null) as is_replaced
    from raw.receipt as receipt
    left join core.refused_receipt as refused on refused.receipt_id = receipt.receipt_id
    left join core.company_input as input on input.kind = receipt.kind
    where not coalesce(receipt.is_removed, false)
    group by receipt.sha256, receipt.ext
    having bool_and(coalesce(
        receipt.load_status = 'refused' and receipt.load_code <> 'RECIPIENT_UNKNOWN'
        and not starts_with(receipt.load_code, 'LANDING_OBJECT_') and input.kind is not null
        and (receipt.request_path is not null or refused.receipt_id is null),
        false
      ))
      and max(receipt.bytes) > 0
  ),
  summed as (
    select
      sha256,
      ext,
      sum(bytes) over (order by bytes > the_limit, is_replaced, newest_id desc rows unbounded preceding) as bytes_so_far
    from content
  )
  select receipt.receipt_id, receipt.sha256, receipt.load_code, receipt.load_message, receipt.load_remedy, receipt.load_line
  from summed
  inner join raw.receipt as receipt on receipt.sha256 = summed.sha256 and receipt.ext = summed.ext
  where summed.bytes_so_far > the_limit and not coalesce(receipt.is_removed, false)
  order by receipt.receipt_id
);

-- statement: counted_line
-- grain: one statement line that the gateway's turnover includes
-- key: payment_key
-- reads: core.payment_now
create or replace view core.counted_line as
select
  currency,
  business_date,
  direction,
  payment_key,
  reference,
  amount,
  fee,
  paid_at,
  core.filter_word(method) as method,
  core.filter_word(product) as product,
  core.filter_word(flow) as flow,
  receipt_id,
  line_no
from core.payment_now
where is_money_moved and occurrence = 1;

-- statement: counted_day
-- The days of the calendar with their running number, in business days and in days without holidays. A deadline is
-- the counted day with the number of the first day plus the days between: two joins, however many deadlines there are.
-- grain: one way of counting and day
-- key: is_in_business_days, on_day
-- reads: core.business_day
create or replace view core.counted_day as
select true as is_in_business_days, on_day, is_business_day as is_counted, business_number as day_number
from core.business_day
union all
select false, on_day, holiday is null, open_number
from core.business_day;
