-- An amount for people: the currency, thousands separators, and as many decimals as it has, never fewer than the figure needs.
-- reads: staging.currency
create or replace macro core.money_text(the_currency, amount) as (
  the_currency || ' ' || case when amount < 0 then '-' else '' end
  || ltrim(reverse(regexp_replace(reverse(split_part(ltrim(amount::text, '-'), '.', 1)), '([0-9]{3})', '\1,', 'g')), ',')
  || coalesce('.' || nullif(
    rpad(
      rtrim(split_part(amount::text, '.', 2), '0'),
      greatest(
        length(rtrim(split_part(amount::text, '.', 2), '0')),
        (select known.exponent from staging.currency as known where known.currency = the_currency)
      )::integer,
      '0'
    ),
    ''
  ), '')
);
