-- A deadline with what it was counted by, as a figure of a message: the day, how many days, and the holidays among them. In days that
-- include weekends, only the holidays are named.
create or replace macro core.deadline_figure(the_company, from_day, deadline, how_many, is_in_business_days) as (
  select core.say('deadline', {
      day: deadline, days: how_many, is_in_business_days: is_in_business_days, holidays: holidays.holiday_names
    })
  from (
    select string_agg(strftime(calendar_at.on_day, '%-d %b') || ' ' || calendar_at.holiday, ', ' order by calendar_at.on_day) as holiday_names
    from core.business_day as calendar_at
    where calendar_at.of_company = the_company and calendar_at.on_day > from_day and calendar_at.on_day <= deadline and calendar_at.holiday is not null
  ) as holidays
);
