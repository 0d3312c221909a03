-- The day that is a number of Mondays to Fridays after a day; a Saturday or Sunday counts from the Friday before it.
create or replace macro core.business_days_after(from_day, how_many) as (
  from_day
  - greatest(isodow(from_day) - 5, 0)::integer
  + how_many::integer
  + 2 * ((least(isodow(from_day), 5) - 1 + how_many) // 5)::integer
);
