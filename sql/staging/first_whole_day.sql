-- The first whole day of a period that begins with this day and time.
create or replace macro staging.first_whole_day(day_text, time_text, date_order) as (
  try_cast(staging.written_day(day_text, date_order) as date)
    + case when staging.written_time(time_text) = '00:00:00' then 0 else 1 end
);
