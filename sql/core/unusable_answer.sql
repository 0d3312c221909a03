-- The receipts that do not satisfy what they were received for, by what is in them: what was refused, what has a rejected record,
-- a list of which a page is missing, a reading of the balance that lost a currency; with every page of the list, and with what was
-- received again with the same content.
-- because: refused, rejected, incomplete or balance_lost
-- is_counted: an answer of a service that arrived whole; what did not arrive, or is damaged on this machine, each run asks for
-- grain: one receipt
-- key: file_id
-- reads: raw.receipt, staging.rejected_row, core.incomplete_list, core.balance_lost
create or replace view derive.unusable_answer as
with
found as materialized (
  select
    file_id,
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
  select distinct file_id, 'rejected', true
  from staging.rejected_row
  where reason_code not in ('summary_row', 'header_repeated', 'item_row', 'text_row', 'not_signed')
  union all
  select receipt.file_id, 'incomplete', true
  from raw.receipt as receipt
  inner join core.incomplete_list as cut
    on cut.company = receipt.company and cut.kind = receipt.kind and cut.batch_id = receipt.batch_id
  union all
  -- no reading of that instant names the currency
  select receipt.file_id, 'balance_lost', true
  from core.balance_lost as lost
  inner join raw.receipt as newest on newest.file_id = lost.file_id
  inner join raw.receipt as receipt
    on receipt.company = newest.company and receipt.kind = newest.kind and receipt.window_from = newest.window_from
    and receipt.load_status in ('loaded', 'repeated')
),
content as materialized (
  select file_id, because, is_counted from found
  union all
  select again.file_id, found.because, found.is_counted
  from found
  inner join raw.receipt as receipt on receipt.file_id = found.file_id and receipt.load_status = 'loaded'
  inner join raw.receipt as again
    on again.company = receipt.company and again.kind = receipt.kind and again.sha256 = receipt.sha256
    and again.load_status = 'repeated' and again.currency is not distinct from receipt.currency
    and case
      when receipt.window_from is not null then again.window_from = receipt.window_from and again.window_to = receipt.window_to
      else again.request_path = receipt.request_path
    end
),
page as (
  select file_id, because, is_counted from content
  union all
  select page.file_id, content.because, content.is_counted
  from content
  inner join raw.receipt as receipt on receipt.file_id = content.file_id
  inner join raw.receipt as page
    on page.company = receipt.company and page.kind = receipt.kind and page.batch_id = receipt.batch_id
)
select
  receipt.file_id,
  receipt.company,
  min(page.because) as because,
  bool_or(page.is_counted) and receipt.request_path is not null as is_counted
from page
inner join raw.receipt as receipt on receipt.file_id = page.file_id
group by receipt.file_id, receipt.company, receipt.request_path;

create table if not exists core.unusable_answer as from derive.unusable_answer limit 0;
