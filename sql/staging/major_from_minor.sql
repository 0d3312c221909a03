-- The gateway's integers in the smallest unit as money in major units, by multiplication: a division would be a float.
create or replace macro staging.major_from_minor(minor_text, currency_exponent) as (
  cast(
    try_cast(minor_text as decimal(28, 0))
    * case currency_exponent when 0 then 1.0000 when 1 then 0.1000 when 2 then 0.0100 when 3 then 0.0010 when 4 then 0.0001 end
    as decimal(38, 4)
  )
);
