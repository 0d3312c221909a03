-- statement: calendar_day_insert
-- Writes the calendar of a company from its weekend, holidays and working days, so that days are counted by subtraction.
insert into core.calendar_day
with
marked as (
  select
    day.day,
    not list_contains(calendar.weekend, isodow(day.day)::integer) as is_weekday,
    list_contains(calendar.working_days, day.day) as is_worked,
    holiday.name as holiday
  from core.company_calendar as calendar
  cross join (select unnest(range(date '1990-01-01', date '2100-01-01', interval 1 day))::date as day) as day
  left join (
    select day, string_agg(name, ', ' order by name) as name from core.holiday group by day
  ) as holiday
    on holiday.day = day.day
),
classified as (
  select
    day,
    is_worked or (is_weekday and holiday is null) as is_business_day,
    case when is_weekday and not is_worked then holiday end as holiday
  from marked
)
select
  day,
  is_business_day,
  -- a count with a filter takes a hundred times as long
  sum(is_business_day::integer) over (order by day),
  sum((holiday is null)::integer) over (order by day),
  holiday
from classified;
