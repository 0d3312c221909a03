-- An amount for people: the currency, thousands separators, and as many decimals as it has, never fewer than the figure needs.
-- Every reason uses it: it names each parameter as seldom as possible, because a macro repeats its argument.
-- reads: staging.currency_exponent
create or replace macro core.money_text(the_currency, amount) as (
  the_currency || ' '
  || regexp_replace(reverse(regexp_replace(reverse(split_part(amount::decimal(38, 4)::text, '.', 1)), '([0-9]{3})', '\1,', 'g')), '^(-?),', '\1')
  || rtrim(
    regexp_replace(
      '.' || split_part(amount::decimal(38, 4)::text, '.', 2),
      '0{0,' || (4 - staging.currency_exponent(the_currency)) || '}$',
      ''
    ),
    '.'
  )
);
