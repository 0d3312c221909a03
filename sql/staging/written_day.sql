-- The day at the start of a text as YYYY-M-D, or null where there is none. The text has single spaces. Year first is always
-- clear, and so is a month by its English name. Of 03/04/2026 the order of the file decides; without one, only a date that has
-- a single reading is read: 14/03/2026 or 05/05/2026. Whether the calendar has the day is for the caller to check.
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
    when regexp_full_match(day_text, '[0-9]{1,2}[ -][A-Za-z]{3,9}[ -][0-9]{4}|[A-Za-z]{3,9} [0-9]{1,2}, ?[0-9]{4}')
      then try_cast(
        try_strptime(
          regexp_replace(regexp_replace(day_text, '[ ,-]+', ' ', 'g'), '(?i)sept ', 'Sep '),
          ['%d %b %Y', '%d %B %Y', '%b %d %Y', '%B %d %Y']
        ) as date
      )::text
  end
);
