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
