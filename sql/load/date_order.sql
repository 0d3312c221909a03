-- statement: date_evidence
-- grain: the one row that states what the dates of a file prove about the order of day and month
-- key: none, one row
-- reads: date_cell (one written date of one column with its first line), raw.receipt
-- The window of the receipt proves an order when every date that it bounds falls inside it in one order, and some date falls
-- outside it in the other.
with
part as (
  select
    date_cell.*,
    regexp_extract(
      written, '^(([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4}))([^0-9]|$)', ['day_text', 'first', 'second', 'year', 'rest']
    ) as part
  from date_cell
  where regexp_matches(written, '^[0-9]{1,2}(-[0-9]{1,2}-|/[0-9]{1,2}/|\.[0-9]{1,2}\.)[0-9]{4}([^0-9]|$)')
),
number as (
  select
    column_name,
    line_no,
    is_bounded,
    part.day_text,
    part.first::integer as first_number,
    part.second::integer as second_number,
    try_cast(part.year || '-' || part.second || '-' || part.first as date) as day_first_day,
    try_cast(part.year || '-' || part.first || '-' || part.second as date) as month_first_day
  from part
),
written_day as (
  select
    number.*,
    first_number between 13 and 31 and second_number between 1 and 12 as is_day_first,
    second_number between 13 and 31 and first_number between 1 and 12 as is_month_first,
    first_number between 1 and 12 and second_number between 1 and 12 and first_number <> second_number as is_either,
    {'line': line_no, 'text': day_text, 'column': column_name, 'day_first': day_first_day::text, 'month_first': month_first_day::text}
      as place
  from number
),
requested as (
  select
    cast(timezone(zone, window_from) as date) as first_day,
    cast(timezone(zone, window_to - interval 1 microsecond) as date) as last_day
  from raw.receipt
  where receipt_id = $receipt_id and window_from is not null
),
bounded as (
  select
    written_day.place,
    written_day.line_no,
    day_first_day between first_day and last_day as is_inside_day_first,
    month_first_day between first_day and last_day as is_inside_month_first
  from written_day
  cross join requested
  where is_bounded and is_either
),
by_window as (
  select case
      when bool_and(is_inside_day_first) and not bool_and(is_inside_month_first) then 'day_first'
      when bool_and(is_inside_month_first) and not bool_and(is_inside_day_first) then 'month_first'
    end as order_by_window,
    case
      when bool_and(is_inside_day_first) then arg_min(place, line_no) filter (not is_inside_month_first)
      when bool_and(is_inside_month_first) then arg_min(place, line_no) filter (not is_inside_day_first)
    end as window_place
  from bounded
)
select
  to_json(arg_min(place, line_no) filter (is_day_first))::text as day_first,
  to_json(arg_min(place, line_no) filter (is_month_first))::text as month_first,
  to_json(arg_min(place, line_no) filter (is_either))::text as either,
  any_value(by_window.order_by_window) as order_by_window,
  to_json(any_value(by_window.window_place))::text as window_place
from by_window
left join written_day on true;

-- statement: date_exchanged
-- A column of a workbook in which every date that is still a text has a day after the 12th, and every date cell a day up to the
-- 12th: a spreadsheet program that expects the other order turns 03/04/2026 into a date with day and month exchanged, and
-- leaves 14/04/2026 as it is. At least three different days are required, to exclude coincidence.
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
limit 1;
