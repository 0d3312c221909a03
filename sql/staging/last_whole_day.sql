-- The last whole day of a period that ends with this day and time. Without a time the day itself is meant.
create or replace macro staging.last_whole_day(day_text, time_text, date_order) as (
  try_cast(staging.written_day(day_text, date_order) as date)
    - case when time_text = '' or staging.written_time(time_text) >= '23:59' then 0 else 1 end
);
