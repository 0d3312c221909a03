-- A text without spaces at its ends and with single plain spaces within, whatever kinds of spaces it has; null when nothing is
-- left.
create or replace macro staging.tidy_text(written_text) as (
  nullif(trim(regexp_replace(written_text, '[\s\p{Z}]+', ' ', 'g')), '')
);
