-- A text as an instant, or null when it is not one. A text with an offset is exact; one without is local time in the zone.
-- date_order (day_first, month_first) is that of the whole file; null where no date of it can be read in two ways.
-- Nothing is guessed: a year of two digits, 24:00:00, an offset beyond 14 hours and a bare number are not instants.
-- The common forms come first, because millions of texts are read; the last branch alone reads every form.
create or replace macro staging.instant_from_text(time_text, zone, date_order) as (
  case
    when time_text is null then null
    -- YYYY-MM-DD HH:MM:SS: a text that is its own timestamp written out
    when strlen(time_text) = 19 and try_cast(time_text as timestamp)::text = time_text
      then timezone(zone, try_cast(time_text as timestamp))
    when regexp_full_match(
        time_text,
        '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?(Z|[+-](0[0-9]|1[0-3]):?[0-5][0-9])'
      )
      then try_cast(time_text as timestamptz)
    when date_order is not null
      and regexp_full_match(
        time_text,
        '[0-9]{2}(/[0-9]{2}/|-[0-9]{2}-|\.[0-9]{2}\.)[0-9]{4}( ([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?)?'
      )
      then timezone(
        zone,
        try_cast(
          substr(time_text, 7, 4) || '-'
            || case date_order
              when 'day_first' then substr(time_text, 4, 2) || '-' || substr(time_text, 1, 2)
              when 'month_first' then substr(time_text, 1, 2) || '-' || substr(time_text, 4, 2)
            end
            || substr(time_text, 11) as timestamp
        )
      )
    else list_transform(
      [
        regexp_extract(
          staging.tidy_text(time_text),
          '(?i)^([0-9]{8}|[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|[0-9]{1,2}[ -][a-z]{3,9}[ -][0-9]{4}|[a-z]{3,9} [0-9]{1,2}, ?[0-9]{4})(?:(?:,? |T)([0-9][0-9:.,]*(?: ?[ap]\.?m\.?)?))?( ?(?:Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?))?$',
          ['day', 'time', 'shift']
        )
      ],
      lambda part: case
        when part.shift = ''
          then timezone(
            zone,
            try_cast(staging.written_day(part.day, date_order) || ' ' || staging.written_time(part.time) as timestamp)
          )
        when regexp_full_match(part.shift, ' ?([A-Za-z]+|[+-](0[0-9]|1[0-3])(:?[0-5][0-9])?|[+-]14(:?00)?)')
          then try_cast(
            staging.written_day(part.day, date_order) || ' ' || staging.written_time(part.time)
              || regexp_replace(upper(trim(part.shift)), '^[A-Z]+$', '+00') as timestamptz
          )
      end
    )[1]
  end
);
