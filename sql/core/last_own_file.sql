-- The newest file of each kind that has no window: a file of the merchant, or a statement that was imported by hand.
-- problem: why it does not prove the days that it may be about, as a message, where it covers none
-- grain: one company and kind
-- key: company, kind
-- first_day, last_day: of its accepted lines
-- reads: staging.rejected_row, raw.receipt, raw.file_span, core.stated_period, raw.file_claim
create or replace view derive.last_own_file as
with
last as (
  select
    receipt.company,
    receipt.kind,
    receipt.file_id,
    receipt.file_name,
    content.file_id as content_id,
    content.row_count,
    (
      select count(*)
      from staging.rejected_row as rejected
      where rejected.file_id = content.file_id
        and rejected.reason_code not in ('summary_row', 'header_repeated', 'item_row', 'text_row', 'not_signed')
    ) as rejected_count,
    span.first_day,
    span.last_day,
    exists (select 1 from core.stated_period as stated where stated.file_id = content.file_id)
      or exists (
        select 1 from raw.file_claim as claim where claim.file_id = content.file_id and claim.last_day is not null
      ) as is_period_stated,
    exists (
      select 1 from core.stated_period as stated where stated.file_id = content.file_id and stated.is_contradicted
    ) as is_outside_period
  from raw.receipt as receipt
  inner join raw.receipt as content
    on content.company = receipt.company and content.kind = receipt.kind and content.sha256 = receipt.sha256
    and content.load_status = 'loaded'
  left join raw.file_span as span on span.file_id = content.file_id
  where receipt.load_status in ('loaded', 'repeated') and receipt.window_from is null
  qualify row_number() over (partition by receipt.company, receipt.kind order by receipt.file_id desc, content.file_id desc) = 1
)
select
  company,
  kind,
  file_id,
  file_name,
  first_day,
  last_day,
  rejected_count > 0 as has_rejected_rows,
  core.say(case
    when first_day is null and rejected_count > 0 then 'own_file-unread'
    when rejected_count > 0 then 'own_file-rejected_rows'
    when is_outside_period then 'own_file-outside_period'
    when is_period_stated then 'own_file-period_not_over'
    when first_day is null then 'own_file-empty'
    else 'own_file-without_period'
  end, { file: file_name, from_day: first_day, to_day: last_day, rows: rejected_count }) as problem
from last;

create table if not exists core.last_own_file as from derive.last_own_file limit 0;
