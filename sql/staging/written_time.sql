-- What follows the day in a text as HH:MM:SS with its fraction, or null where it is no time of day. Nothing is midnight. 24:00
-- and a 60th second are no times; with AM or PM the hour is 1 to 12. Digits beyond the microsecond are cut off.
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
