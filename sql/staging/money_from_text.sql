-- A text as an exact amount, or null where it is none: plain digits, thousands commas in their right places,
-- brackets or a minus for negative, and the currency's own symbol or code before or after. It never guesses: 1e3, 1.2.3,
-- 1,23, another currency's symbol and more decimals than the currency has are rejected.
create or replace macro staging.money_from_text(amount_text, currency_symbols, currency_exponent) as (
  case
    -- the plain form, by far the most common
    when regexp_full_match(amount_text, '-?[0-9]{1,14}(\.[0-9]{1,4})?')
      and len(regexp_extract(amount_text, '\.([0-9]*)$', 1)) <= currency_exponent
      then try_cast(amount_text as decimal(18, 4))
    when regexp_full_match(
        trim(amount_text),
        '\(?\s*-?\s*([^0-9.,()\s-]+(\s*[^0-9.,()\s-]+)?)?\s*-?\s*([0-9]{1,14}|[0-9]{1,3}(,[0-9]{3})+)(\.[0-9]{1,4})?\s*([A-Za-z]{3})?\s*\)?'
      )
      and len(regexp_extract(amount_text, '\.([0-9]*)', 1)) <= currency_exponent
      and starts_with(trim(amount_text), '(') = ends_with(trim(amount_text), ')')
      and len(amount_text) - len(replace(amount_text, '-', '')) + starts_with(trim(amount_text), '(')::integer <= 1
      and (
        regexp_replace(amount_text, '[0-9.,()\s-]', '', 'g') = ''
        or list_contains(currency_symbols, regexp_replace(amount_text, '[0-9.,()\s-]', '', 'g'))
      )
      then try_cast(
        case when contains(amount_text, '(') or contains(amount_text, '-') then '-' else '' end
          || regexp_replace(amount_text, '[^0-9.]', '', 'g') as decimal(18, 4)
      )
  end
);
