-- A name as it is compared: capital letters and digits, with one space between words.
create or replace macro core.plain_name(name) as (
  trim(upper(regexp_replace(name, '[^\p{L}\p{N}]+', ' ', 'g')))
);
