-- An instant as a figure of a message, in a time zone: 2026-09-30 12:00.
create or replace macro core.instant_figure(instant, zone) as (
  strftime(timezone(zone, instant), '%Y-%m-%d %H:%M')
);
