-- The newest file of each kind that has no window: a file of the merchant, or a statement that was imported by hand.
-- problem: why it does not prove the days that it may be about, as a sentence, where it covers none
-- grain: one company and kind
-- key: company, kind
-- first_day, last_day: of its accepted lines
-- reads: raw.receipt, raw.file_span
create or replace view core.last_own_file as
with
last as (
  select
    receipt.company,
    receipt.kind,
    receipt.file_id,
    receipt.file_name,
    content.file_id as content_id,
    content.row_count,
    content.rejected_count,
    span.first_day,
    span.last_day
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
  case
    when first_day is null and rejected_count > 0 then format(
      'No line of {} could be read: {}.', file_name, core.counted_text(rejected_count, '1 row rejected', '{} rows rejected')
    )
    when first_day is null then format('{} has no lines and states no period.', file_name)
    when rejected_count > 0 then format(
      '{} has lines from {} to {}, and {} that may be of any of these days.', file_name, core.day_text(first_day),
      core.day_text(last_day), core.counted_text(rejected_count, '1 rejected row', '{} rejected rows')
    )
    else format(
      '{} has lines from {} to {} and states no period.', file_name, core.day_text(first_day), core.day_text(last_day)
    )
  end as problem
from last;
