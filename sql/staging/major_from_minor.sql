-- The gateway's integers in the smallest unit as money in major units, by multiplication: a division would be a float. Null
-- for a text that is no whole number: a cast would round a part of a unit.
create or replace macro staging.major_from_minor(minor_text, currency_exponent) as (
  cast(
    case when regexp_full_match(minor_text, '-?[0-9]+(\.0+)?') then try_cast(minor_text as decimal(28, 0)) end
    * case currency_exponent when 0 then 1.0000 when 1 then 0.1000 when 2 then 0.0100 when 3 then 0.0010 when 4 then 0.0001 end
    as decimal(38, 4)
  )
);
