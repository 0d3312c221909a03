-- statement: day_from_text
-- A text as a day, or null when it is not one. date_order (day_first, month_first) is that of the whole file; null where no date
-- of it can be read in two ways. A time of day after the day is cut off. With a time and an offset the day depends on the
-- zone: read such a text with staging.instant_from_text.
create or replace macro staging.day_from_text(day_text, date_order) as (
  case
    when day_text is null then null
    -- YYYY-MM-DD: a text that is its own day written out
    when strlen(day_text) = 10 and try_cast(day_text as date)::text = day_text then try_cast(day_text as date)
    else list_transform(
      [
        regexp_extract(
          staging.tidy_text(day_text),
          '(?i)^([0-9]{8}|[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|[0-9]{1,2}[ -][A-Za-zÀ-ÿ]{3,10}\.?[ -][0-9]{4}|[A-Za-zÀ-ÿ]{3,10}\.? [0-9]{1,2}, ?[0-9]{4})(?:Z|[+-][0-9]{2}:[0-9]{2}|(?:,? |T)([0-9][0-9:.,]*(?: ?[ap]\.?m\.?)?))?$',
          ['day', 'time']
        )
      ],
      lambda part: try_cast(
        case when staging.written_time(part.time) is not null then staging.written_day(part.day, date_order) end as date
      )
    )[1]
  end
);

-- statement: without_zone
-- A day and time without the offset behind them: a bank's day is the day that the bank wrote, whatever zone is beside it.
create or replace macro staging.without_zone(day_text) as (
  case
    when strlen(day_text) <= 10 then day_text
    else regexp_replace(
      day_text, '(?i)([0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?)\s*(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})\s*$', '\1'
    )
  end
);

-- statement: instant_from_text
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
          '(?i)^([0-9]{8}|[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|[0-9]{1,2}[ -][A-Za-zÀ-ÿ]{3,10}\.?[ -][0-9]{4}|[A-Za-zÀ-ÿ]{3,10}\.? [0-9]{1,2}, ?[0-9]{4})(?:(?:,? |T)([0-9][0-9:.,]*(?: ?[ap]\.?m\.?)?))?( ?(?:Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?))?$',
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

-- statement: span_from_text
-- The days that a row above the lines of a file names, as {first_day, last_day}: "Period: 1 Nov 2026 to 20 Nov 2026",
-- "From 2026-11-01", "To 20/11/2026", {"covers": {"from": "2026-11-01", "through": "2026-11-20"}}. A first day with a time after
-- midnight and a last day with a time before its end are not whole: the days next to them are meant.
create or replace macro staging.span_from_text(span_text, date_order) as (
  case
    when starts_with(span_text, '{') then {
      'first_day': try_cast(try_cast(span_text as json) ->> '$.covers.from' as date),
      'last_day': try_cast(try_cast(span_text as json) ->> '$.covers.through' as date)
    }
    else list_transform(
      [
        {
          'both': regexp_extract(
            span_text,
            '(?i)(?:^|[^0-9a-z])' || staging.written_day_pattern()
              || '(?: ?[-–—] ?|[ ,;]+(?:(?:date )?(?:to|until|till|through|thru|up to|and|hingga|sehingga|dan)(?: date)?[ :,;]+)?)'
              || staging.written_day_pattern() || '(?:[^0-9]|$)',
            ['first', 'first_time', 'last', 'last_time']
          ),
          'one': regexp_extract(
            span_text,
            '(?i)^[^0-9a-z]*(?:statement |report |transactions? )?(?:period |date )?'
              || '(?:(from|start(?:s|ing)?|begin(?:s|ning)?|since|dari|mula)|(to|until|till|through|thru|end(?:s|ing)?|hingga|sehingga|tamat))'
              || '(?: date| on)?[^0-9a-z]{1,4}' || staging.written_day_pattern() || '[^0-9a-z]*$',
            ['from_word', 'to_word', 'day', 'day_time']
          )
        }
      ],
      lambda part: case
        when part.both.first <> '' then list_filter(
          [
            {
              'first_day': staging.first_whole_day(part.both.first, part.both.first_time, date_order),
              'last_day': staging.last_whole_day(part.both.last, part.both.last_time, date_order)
            }
          ],
          lambda days: days.first_day <= days.last_day
        )[1]
        else {
          'first_day': case when part.one.from_word <> ''
            then staging.first_whole_day(part.one.day, part.one.day_time, date_order) end,
          'last_day': case when part.one.to_word <> ''
            then staging.last_whole_day(part.one.day, part.one.day_time, date_order) end
        }
      end
    )[1]
  end
);

-- statement: first_whole_day
-- The first whole day of a period that begins with this day and time.
create or replace macro staging.first_whole_day(day_text, time_text, date_order) as (
  try_cast(staging.written_day(day_text, date_order) as date)
    + case when staging.written_time(time_text) = '00:00:00' then 0 else 1 end
);

-- statement: last_whole_day
-- The last whole day of a period that ends with this day and time. Without a time the day itself is meant.
create or replace macro staging.last_whole_day(day_text, time_text, date_order) as (
  try_cast(staging.written_day(day_text, date_order) as date)
    - case when time_text = '' or staging.written_time(time_text) >= '23:59' then 0 else 1 end
);

-- statement: has_short_year
-- Whether a text is a date with a year of two digits: 14/03/26, 2-Nov-26. Its century is not known: it is read by configuration only.
create or replace macro staging.has_short_year(date_text) as (
  coalesce(
    regexp_matches(
      staging.tidy_text(date_text),
      '(?i)^(\d{1,2}[-/.]\d{1,2}[-/.]\d{2}|\d{1,2}[ -][A-Za-zÀ-ÿ]{3,10}\.?[ -]''?\d{2}|[A-Za-zÀ-ÿ]{3,10}\.? \d{1,2}, ?''?\d{2})([^0-9]|$)'
    ),
    false
  )
);

-- statement: with_long_year
-- A date that staging.has_short_year finds, with its year in four digits: 14/03/26 is 14/03/2026, 2-Nov-26 is 2-Nov-2026.
create or replace macro staging.with_long_year(date_text) as (
  regexp_replace(
    staging.tidy_text(date_text),
    '(?i)^(\d{1,2}[-/.]\d{1,2}[-/.]|\d{1,2}[ -][A-Za-zÀ-ÿ]{3,10}\.?[ -]|[A-Za-zÀ-ÿ]{3,10}\.? \d{1,2}, ?)''?(\d{2})([^0-9]|$)', '\120\2\3'
  )
);

-- statement: written_day
-- The day at the start of a text as YYYY-M-D; null without a day. The text has single spaces. A date with the year
-- first is always clear, and so is a month by its name in any language that files have. For 03/04/2026 the date order of the
-- file decides; without it, only a date with a single reading is read: 14/03/2026 or 05/05/2026. The caller must check whether
-- the calendar has the day.
create or replace macro staging.written_day(day_text, date_order) as (
  case
    when regexp_full_match(day_text, '[0-9]{4}(-[0-9]{1,2}-|/[0-9]{1,2}/|\.[0-9]{1,2}\.)[0-9]{1,2}')
      then regexp_replace(day_text, '^([0-9]+).([0-9]+).', '\1-\2-')
    when regexp_full_match(day_text, '(19|20|21)[0-9]{6}')
      then regexp_replace(day_text, '^([0-9]{4})([0-9]{2})', '\1-\2-')
    when regexp_full_match(day_text, '[0-9]{1,2}(-[0-9]{1,2}-|/[0-9]{1,2}/|\.[0-9]{1,2}\.)[0-9]{4}')
      then case
        when date_order = 'day_first' or (date_order is null and regexp_matches(day_text, '^(1[3-9]|[23][0-9]).'))
          then regexp_replace(day_text, '^([0-9]+).([0-9]+).([0-9]+)$', '\3-\2-\1')
        when date_order = 'month_first'
          or (date_order is null and regexp_matches(day_text, '^[0-9]+.(1[3-9]|[23][0-9]).'))
          or (
            date_order is null
            and regexp_extract(day_text, '^0?([0-9]+)', 1) = regexp_extract(day_text, '^[0-9]+.0?([0-9]+)', 1)
          )
          then regexp_replace(day_text, '^([0-9]+).([0-9]+).([0-9]+)$', '\3-\1-\2')
      end
    when regexp_full_match(day_text, '[0-9]{1,2}[ -][A-Za-zÀ-ÿ]{3,10}\.?[ -][0-9]{4}|[A-Za-zÀ-ÿ]{3,10}\.? [0-9]{1,2}, ?[0-9]{4}')
      then right(day_text, 4) || '-' || staging.month_number(regexp_extract(day_text, '[A-Za-zÀ-ÿ]+')) || '-'
        || regexp_extract(day_text, '(?:^|[A-Za-zÀ-ÿ]\.? )([0-9]{1,2})[ ,-]', 1)
  end
);

-- statement: written_day_pattern
-- A pattern of a day within a text, in the forms that staging.written_day reads, with a time of day that may follow: two groups.
create or replace macro staging.written_day_pattern() as (
  '([0-9]{8}|[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4}|[0-9]{1,2}[ -][A-Za-zÀ-ÿ]{3,10}\.?[ -][0-9]{4}|[A-Za-zÀ-ÿ]{3,10}\.? [0-9]{1,2}, ?[0-9]{4})(?:(?:,? |T)([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[ap]\.?m\.?)?))?'
);

-- statement: written_time
-- The text after the day as HH:MM:SS with its fraction, or null where it is not a time of day. An empty text is midnight. 24:00
-- and a 60th second are not times; with AM or PM the hour is 1 to 12. Digits beyond the microsecond are cut off.
create or replace macro staging.written_time(time_text) as (
  case
    when time_text = '' then '00:00:00'
    when regexp_full_match(time_text, '([01]?[0-9]|2[0-3]):[0-5][0-9]') then time_text || ':00'
    when regexp_full_match(time_text, '([01]?[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.,][0-9]{1,9})?')
      then replace(regexp_extract(time_text, '^[0-9:]+([.,][0-9]{1,6})?'), ',', '.')
    when regexp_full_match(time_text, '([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]')
      then regexp_replace(time_text, '(..)(..)(..)', '\1:\2:\3')
    when regexp_full_match(time_text, '(?i)(0?[1-9]|1[0-2]):[0-5][0-9](:[0-5][0-9])? ?[ap]\.?m\.?')
      then (regexp_extract(time_text, '^[0-9]+')::integer % 12 + case when regexp_matches(time_text, '[Pp]') then 12 else 0 end)::text
        || ':' || regexp_extract(time_text, ':([0-9]{2})', 1)
        || ':' || coalesce(nullif(regexp_extract(time_text, ':[0-9]{2}:([0-9]{2})', 1), ''), '00')
  end
);
