-- The number of business days after one day up to another, by the company's calendar.
create or replace macro core.business_days_until(the_company, from_day, to_day) as (
  (select calendar_at.business_number from core.business_day as calendar_at where calendar_at.of_company = the_company and calendar_at.on_day = to_day)
  - (select calendar_at.business_number from core.business_day as calendar_at where calendar_at.of_company = the_company and calendar_at.on_day = from_day)
);
