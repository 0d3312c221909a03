-- How many of the days after one day up to another are Mondays to Fridays. Holidays are not known: they make a lag longer.
-- 1970-01-05 was a Monday.
create or replace macro core.business_days_until(from_day, to_day) as (
  (((to_day - date '1970-01-05') // 7) * 5 + least((to_day - date '1970-01-05') % 7 + 1, 5))
  - (((from_day - date '1970-01-05') // 7) * 5 + least((from_day - date '1970-01-05') % 7 + 1, 5))
);
