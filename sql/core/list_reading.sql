-- statement: list_reading
-- The readings of the lists of services that were received whole: every page was received and loaded.
-- is_new: no page was received before with the same content, and no record was rejected
-- grain: one complete reading of one list
-- key: receipt_id
-- reads: raw.receipt, core.company_input, core.received_answer
create or replace view core.list_reading as
with batch as (
  select
    kind,
    coalesce(batch_id, receipt_id::text) as batch,
    bool_or(load_status not in ('loaded', 'repeated')) as has_refused_page,
    bool_and(load_status = 'loaded' and rejected_count = 0) as is_new
  from raw.receipt
  where page is not null
  group by kind, coalesce(batch_id, receipt_id::text)
)
select
  last_page.receipt_id,
  input.input as list,
  last_page.received_at as read_at,
  batch.is_new
from core.received_answer as last_page
inner join core.company_input as input on input.kind = last_page.kind
inner join batch
  on batch.kind = last_page.kind
  and batch.batch = coalesce(last_page.batch_id, last_page.receipt_id::text)
where last_page.is_last_page and not batch.has_refused_page;

-- statement: list_read_at
-- When each list of a service was last received completely.
-- grain: one list
-- key: list
-- reads: core.list_reading
create or replace view core.list_read_at as
select list, max(read_at) as read_at
from core.list_reading
group by list;

-- statement: incomplete_list
-- The lists of a service that lack a page before the last received page.
-- grain: one reading of one list
-- key: kind, batch_id
-- reads: raw.receipt
create or replace view core.incomplete_list as
select kind, batch_id
from raw.receipt
where page is not null and load_status in ('loaded', 'repeated', 'refused')
group by kind, batch_id
having count(distinct page) < max(page);

-- statement: ended_record
-- The records of the merchant's own files that ended or changed: a later file ended or changed them, or the bank reversed them.
-- Matches with such a record that were made before receipt_id arrived have to be judged again.
-- is_gone: no current version of the record is left; false where it changed or was reversed
-- grain: one record and the file that ended, changed or reversed it
-- key: record_key, receipt_id
-- reads: core.bank_line, core.bank_line_now, core.merchant_order, core.bank_reversal, core.list_line
create or replace view core.ended_record as
-- a line is still the same if only the balance beside it changed
select distinct bank_line.bank_line_key as record_key, bank_line.ended_by as receipt_id, true as is_gone
from core.bank_line as bank_line
anti join core.bank_line_now as current_line
  on current_line.bank_line_key = bank_line.bank_line_key
where bank_line.ended_by is not null
union
-- a change of an order from paid to shipped makes no difference to the rules
select ended.order_id, ended.ended_by, known.order_id is null
from core.merchant_order as ended
left join (select * from core.merchant_order where known_to is null) as known
  on known.order_id = ended.order_id
where ended.ended_by is not null
  and (
    known.order_id is null
    or (
      known.currency, known.amount, known.is_paid, known.refunded, known.reference, known.payment_key, known.business_date,
      contains(known.status, 'refund')
    ) is distinct from (
      ended.currency, ended.amount, ended.is_paid, ended.refunded, ended.reference, ended.payment_key, ended.business_date,
      contains(ended.status, 'refund')
    )
  )
union
-- a changed text in an unread column, such as the state of a parcel, does not end the line
select ended.list_line_key, ended.ended_by, true
from core.list_line as ended
anti join (select list_line_key from core.list_line where known_to is null) as known
  on known.list_line_key = ended.list_line_key
where ended.ended_by is not null
union
select reversed_key, receipt_id, false
from core.bank_reversal
where reversed_key is not null;

-- statement: received_answer
-- The receipts that arrived whole, and replace what was received for the same request before. RECIPIENT_UNKNOWN is a good answer: the
-- service does not know the recipient.
-- grain: one receipt
-- key: receipt_id
-- reads: raw.receipt, core.incomplete_list
create or replace view core.received_answer as
select receipt.*
from raw.receipt as receipt
where (receipt.load_status in ('loaded', 'repeated') or receipt.load_code = 'RECIPIENT_UNKNOWN')
  and not exists (
    select 1 from core.incomplete_list as cut
    where cut.kind = receipt.kind and cut.batch_id is not distinct from receipt.batch_id
  );

-- statement: answers_request
-- Whether a later receipt of the same kind answers all that an earlier one was received for: its window, the whole list, the same
-- recipient, or a file of the merchant with the same name or content.
create or replace macro core.answers_request(earlier, later) as (
  case
    when earlier.window_from is not null then later.window_from <= earlier.window_from and later.window_to >= earlier.window_to
      and coalesce(later.currency = earlier.currency, true)
    when earlier.page is not null then later.is_last_page and later.batch_id is distinct from earlier.batch_id
    when earlier.request_path is not null then later.request_path = earlier.request_path
    else later.file_name = earlier.file_name or later.sha256 = earlier.sha256
  end
);

-- statement: successor
-- The receipts that replace an earlier one with rejected rows, each with the days for which it does: an answer for the days of its
-- window, which a reading at an instant does not have; a list, an answer about the same recipient, or such a reading, for all days; a
-- file of the merchant for the days of its lines when it has the same name, and for all days when it has the same content; a statement
-- that a person imports, for the days that it covers.
-- grain: one receipt, and a span of days for which a later one replaces it
-- key: receipt_id, later_receipt_id, first_day
-- reads: raw.receipt, raw.file_span, core.coverage, core.received_answer
create or replace view core.successor as
with
receipt as (
  select
    receipt.*,
    case when receipt.window_from is null then span.first_day else cast(timezone(receipt.zone, receipt.window_from) as date) end
      as first_day,
    case when receipt.window_from is null then span.last_day else cast(timezone(receipt.zone, receipt.window_to) as date) - 1 end
      as last_day
  from raw.receipt as receipt
  left join raw.file_span as span on span.receipt_id = receipt.receipt_id
  where receipt.load_status = 'loaded'
)
select
  earlier.receipt_id,
  later.receipt_id as later_receipt_id,
  later.first_day,
  later.last_day,
  case
    when later.window_from is not null then later.first_day > later.last_day
    else later.page is not null or later.request_path is not null or later.sha256 = earlier.sha256 or later.kind = 'opening_items'
  end as is_whole
from receipt as earlier
inner join receipt as later
  on later.kind = earlier.kind and later.receipt_id > earlier.receipt_id
semi join core.received_answer as answer on answer.receipt_id = later.receipt_id
where earlier.rejected_count > 0
  and case
    -- the last page of a reading does not replace the pages before it
    when later.window_from is not null then coalesce(later.batch_id <> earlier.batch_id, true)
      and coalesce(later.currency = earlier.currency, true)
      -- a reading at an instant is replaced by a later reading at the same instant
      and (later.first_day <= later.last_day or later.first_day = earlier.first_day)
    -- a take-on file contains everything that is brought forward
    else earlier.window_from is null and (core.answers_request(earlier, later) or later.kind = 'opening_items')
  end
union all
select earlier.receipt_id, later.receipt_id, coverage.first_day, coverage.last_day, false
from receipt as earlier
inner join core.coverage as coverage on coverage.kind = earlier.kind and coalesce(coverage.currency = earlier.currency, true)
inner join receipt as later on later.receipt_id = coverage.receipt_id and later.receipt_id > earlier.receipt_id
where earlier.rejected_count > 0 and earlier.request_path is not null and later.request_path is null and later.source <> 'receiver';
