-- statement: earlier_first
-- The first day of the period with which a period is compared: as many months before whole months, the same weekday of the week
-- before a day, as many days before other days.
create or replace macro core.earlier_first(first_day, day_after) as (
  case
    when day_after - first_day = 1 then first_day - 7
    when day(first_day) = 1 and day(day_after) = 1 then (first_day - to_months(date_diff('month', first_day, day_after)::integer))::date
    else first_day - (day_after - first_day)::integer
  end
);

-- statement: earlier_end
-- The day after that period.
create or replace macro core.earlier_end(first_day, day_after) as (if(day_after - first_day = 1, first_day - 6, first_day));
