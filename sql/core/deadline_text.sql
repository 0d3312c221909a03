-- A deadline with what it was counted by: 25 Nov 2026 (2 business days; 23 Nov Deepavali). In days that include weekends,
-- only the holidays are named.
create or replace macro core.deadline_text(the_company, from_day, deadline, how_many, is_in_business_days) as (
  select core.day_text(deadline) || case
      when is_in_business_days then ' (' || concat_ws(
        '; ', core.counted_text(how_many, '1 business day', '{} business days'), holidays.holiday_names
      ) || ')'
      when holidays.holiday_names is not null then ' (without ' || holidays.holiday_names || ')'
      else ''
    end
  from (
    select string_agg(strftime(calendar_at.on_day, '%-d %b') || ' ' || calendar_at.holiday, ', ' order by calendar_at.on_day) as holiday_names
    from core.business_day as calendar_at
    where calendar_at.of_company = the_company and calendar_at.on_day > from_day and calendar_at.on_day <= deadline and calendar_at.holiday is not null
  ) as holidays
);
