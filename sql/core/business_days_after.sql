-- The day that is a number of business days after a day, by the company's calendar; a day that is none counts from the last
-- business day before it.
create or replace macro core.business_days_after(the_company, from_day, how_many) as (
  select min(calendar_later.on_day)
  from core.business_day as calendar_at
  inner join core.business_day as calendar_later
    on calendar_later.of_company = calendar_at.of_company and calendar_later.is_business_day and calendar_later.business_number = calendar_at.business_number + how_many
  where calendar_at.of_company = the_company and calendar_at.on_day = from_day
);
