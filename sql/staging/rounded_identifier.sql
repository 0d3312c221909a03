-- Whether a text is a long number as a spreadsheet shortens it, such as 1.23457E+15: its other digits are lost.
create or replace macro staging.rounded_identifier(written_text) as (
  contains(written_text, 'E+') and regexp_full_match(trim(written_text), '[0-9](\.[0-9]+)?E\+[0-9]{2,3}')
);
