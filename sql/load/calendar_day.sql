-- statement: calendar_day_insert
-- Writes the calendar of a company from its weekend, holidays and working days, so that days are counted by subtraction.
insert into core.calendar_day
with
marked as (
  select
    calendar.company,
    calendar_day.day,
    not list_contains(calendar.weekend, isodow(calendar_day.day)::integer) as is_weekday,
    list_contains(calendar.working_days, calendar_day.day) as is_worked,
    holiday.name as holiday
  from core.company_calendar as calendar
  inner join core.calendar_day as calendar_day on calendar_day.company = ''
  left join (
    select company, day, string_agg(name, ', ' order by name) as name from core.holiday group by company, day
  ) as holiday
    on holiday.company = calendar.company and holiday.day = calendar_day.day
  where calendar.company = $company
),
classified as (
  select
    company,
    day,
    is_worked or (is_weekday and holiday is null) as is_business_day,
    case when is_weekday and not is_worked then holiday end as holiday
  from marked
)
select
  company,
  day,
  is_business_day,
  -- a count with a filter takes a hundred times as long
  sum(is_business_day::integer) over (order by day),
  sum((holiday is null)::integer) over (order by day),
  holiday
from classified;
