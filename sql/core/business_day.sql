-- The calendar of each company: its own, or weekends only. The macros that count days read it; no other relation has columns
-- of these names, so an argument such as company is never taken for a column of the calendar.
-- grain: one company and day
-- key: of_company, on_day
-- reads: core.company, core.company_calendar, core.calendar_day
create or replace view core.business_day as
select
  company.company as of_company,
  calendar_day.day as on_day,
  calendar_day.is_business_day,
  calendar_day.business_number,
  calendar_day.open_number,
  calendar_day.holiday
from core.company as company
left join core.company_calendar as calendar on calendar.company = company.company
inner join core.calendar_day as calendar_day on calendar_day.company = coalesce(calendar.company, '');
