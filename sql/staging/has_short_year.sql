-- Whether a text is a date with a year of two digits: 14/03/26, 2-Nov-26. Its century is not known, so it is never read.
create or replace macro staging.has_short_year(date_text) as (
  coalesce(
    regexp_matches(
      staging.tidy_text(date_text),
      '(?i)^(\d{1,2}[-/.]\d{1,2}[-/.]\d{2}|\d{1,2}[ -][a-z]{3,9}[ -]''?\d{2}|[a-z]{3,9} \d{1,2}, ?''?\d{2})([^0-9]|$)'
    ),
    false
  )
);
