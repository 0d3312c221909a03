-- A text as an instant, or null when it is not one. A text with an offset is exact; one without is
-- local time in the zone that the statement was requested in. Day comes before month, as the statements write it.
create or replace macro staging.instant_from_text(time_text, zone) as (
  case
    when time_text is null then null
    when regexp_full_match(time_text, '\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?\s*(Z|[+-]\d{2}(:?\d{2})?)')
      then try_cast(replace(time_text, ' Z', 'Z') as timestamptz)
    else timezone(
      zone,
      coalesce(
        try_strptime(time_text, '%Y-%m-%d %H:%M:%S'),
        try_strptime(
          time_text,
          [
            '%Y-%m-%dT%H:%M:%S', '%Y-%m-%d %H:%M:%S.%f', '%Y-%m-%dT%H:%M:%S.%f', '%Y-%m-%d %H:%M', '%Y-%m-%d',
            '%d/%m/%Y %H:%M:%S', '%d/%m/%Y %H:%M', '%d/%m/%Y', '%d-%m-%Y %H:%M:%S', '%d-%m-%Y %H:%M', '%d-%m-%Y',
            '%d.%m.%Y %H:%M:%S', '%d.%m.%Y %H:%M', '%d.%m.%Y', '%d %b %Y %H:%M:%S', '%d %b %Y %H:%M', '%d %b %Y',
            '%d %B %Y %H:%M:%S', '%d %B %Y %H:%M', '%d/%m/%Y %I:%M %p', '%d %b %Y, %I:%M %p', '%b %d, %Y %I:%M %p'
          ]
        )
      )
    )
  end
);
