-- A date as reports write it: 30 Sep 2026.
create or replace macro core.day_text(day) as (
  strftime(day, '%-d %b %Y')
);
