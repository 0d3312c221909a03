-- A column of a workbook in which every date that is still a text has a day after the 12th, and every date cell a day up to the
-- 12th: a spreadsheet program that expects the other order turns 03/04/2026 into a date with day and month exchanged,
-- and leaves 14/04/2026 as it is. Three different days are the least that is no coincidence.
-- grain: one column
-- key: column_name
-- reads: date_cell (one written date of one column with its first line)
with
part as (
  select
    column_name,
    line_no,
    written,
    regexp_extract(written, '^([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})([^0-9]|$)', ['first', 'second', 'year', 'rest']) as number,
    regexp_extract(written, '^[0-9]{4}-([0-9]{2})-([0-9]{2})([^0-9]|$)', ['month', 'day', 'rest']) as year_first
  from date_cell
),
form as (
  select
    column_name,
    line_no,
    written,
    number.first <> ''
      and coalesce(
        try_cast(number.year || '-' || number.second || '-' || number.first as date),
        try_cast(number.year || '-' || number.first || '-' || number.second as date)
      ) is not null as is_text,
    try_cast(number.first as integer) > 12 or try_cast(number.second as integer) > 12 as is_clear,
    year_first.day <> '' as is_date,
    try_cast(year_first.day as integer) as day,
    year_first.month <> year_first.day as is_exchangeable
  from part
)
select
  column_name,
  min(line_no) filter (is_text) as text_line,
  arg_min(written, line_no) filter (is_text) as text,
  min(line_no) filter (is_date and is_exchangeable) as date_line,
  arg_min(written, line_no) filter (is_date and is_exchangeable) as date
from form
group by column_name
having count(*) filter (is_text) > 0
  and bool_and(is_clear) filter (is_text)
  and count(*) filter (is_date and is_exchangeable) > 0
  and count(distinct written) filter (is_text or (is_date and is_exchangeable)) > 2
  and max(day) filter (is_date) <= 12
order by date_line
limit 1
