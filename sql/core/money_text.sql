-- An amount as a person reads it: the currency, thousands apart, and as many decimals as it has, never fewer than the figure needs.
create or replace macro core.money_text(the_currency, amount) as (
  the_currency || ' ' || case when amount < 0 then '-' else '' end
  || ltrim(reverse(regexp_replace(reverse(split_part(ltrim(amount::text, '-'), '.', 1)), '([0-9]{3})', '\1,', 'g')), ',')
  || case
    when the_currency in ('JPY', 'KRW', 'VND') then regexp_replace('.' || split_part(amount::text, '.', 2), '\.?0+$', '')
    when the_currency in ('BHD', 'JOD', 'KWD', 'OMR', 'TND') then regexp_replace('.' || split_part(amount::text, '.', 2), '(\.[0-9]{3})0$', '\1')
    else regexp_replace('.' || split_part(amount::text, '.', 2), '(\.[0-9]{2}[1-9]?)0+$', '\1')
  end
);
