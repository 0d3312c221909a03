-- An instant as reports write it, in a time zone: 30 Sep 2026 12:00.
create or replace macro core.instant_text(instant, zone) as (
  strftime(timezone(zone, instant), '%-d %b %Y %H:%M')
);
