-- The number of Mondays to Fridays after one day up to another. Holidays are not known; they lengthen a lag.
-- 1970-01-05 was a Monday.
create or replace macro core.business_days_until(from_day, to_day) as (
  (((to_day - date '1970-01-05') // 7) * 5 + least((to_day - date '1970-01-05') % 7 + 1, 5))
  - (((from_day - date '1970-01-05') // 7) * 5 + least((from_day - date '1970-01-05') % 7 + 1, 5))
);
