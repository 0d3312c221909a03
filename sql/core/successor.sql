-- The files that replace an earlier one that has rejected rows, each with the days for which it does: a
-- statement for the days of its window, a file without a window for the days of its lines when it has the same name, and
-- for all days when it has the same content.
-- grain: one receipt and a later one that replaces it
-- key: file_id, later_file_id
-- reads: raw.receipt, raw.file_span
create or replace view core.successor as
with
receipt as (
  select
    receipt.file_id, receipt.company, receipt.kind, receipt.currency, receipt.file_name, receipt.sha256, receipt.rejected_count,
    receipt.window_from is not null as has_window,
    case when receipt.window_from is null then span.first_day else cast(timezone(receipt.zone, receipt.window_from) as date) end
      as first_day,
    case when receipt.window_from is null then span.last_day else cast(timezone(receipt.zone, receipt.window_to) as date) - 1 end
      as last_day
  from raw.receipt as receipt
  left join raw.file_span as span on span.file_id = receipt.file_id
  where receipt.load_status = 'loaded'
)
select
  earlier.file_id,
  later.file_id as later_file_id,
  later.first_day,
  later.last_day,
  (not later.has_window and not earlier.has_window and (later.sha256 = earlier.sha256 or later.kind = 'opening_items'))
    or coalesce(later.first_day > later.last_day, false) as is_whole
from receipt as earlier
inner join receipt as later
  on later.company = earlier.company and later.kind = earlier.kind and later.file_id > earlier.file_id
where earlier.rejected_count > 0
  and (
    (
      later.has_window and coalesce(later.currency = earlier.currency, true)
      -- a reading at an instant is replaced by one at the same instant
      and (later.first_day <= later.last_day or later.first_day = earlier.first_day)
    )
    or (
      not later.has_window and not earlier.has_window
      and (
        later.file_name = earlier.file_name or later.sha256 = earlier.sha256
        -- a take-on file is the whole of what is brought forward
        or later.kind = 'opening_items'
      )
    )
  );
