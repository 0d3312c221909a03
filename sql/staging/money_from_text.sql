-- A text as an exact amount, or null where it is none: plain digits, thousands commas in their right places,
-- brackets or a minus for negative, and the currency's own symbol or code before or after. It never guesses: 1e3, 1.2.3,
-- 1,23, 0,500, 12.00-, +5, 1 234, 5.00 CR, another currency's symbol and more decimals than the currency has are rejected.
create or replace macro staging.money_from_text(amount_text, currency_symbols, currency_exponent) as (
  case
    when amount_text is null then null
    -- the plain form, by far the most common
    when regexp_full_match(amount_text, '-?[0-9]{1,14}(\.[0-9]{1,4})?')
      then case
        when strpos(amount_text, '.') = 0 or strlen(amount_text) - strpos(amount_text, '.') <= currency_exponent
          then try_cast(amount_text as decimal(18, 4))
      end
    else list_transform(
      [staging.tidy_text(amount_text)],
      lambda tidy: case
        when regexp_full_match(
            tidy,
            '\(?\s*-?\s*([^0-9.,()\s-]+(\s*[^0-9.,()\s-]+)?)?\s*-?\s*([0-9]{1,14}|[1-9][0-9]{0,2}(,[0-9]{3})+)(\.[0-9]{1,4})?\s*([^0-9.,()\s-]{1,4})?\s*\)?'
          )
          and len(regexp_extract(tidy, '\.([0-9]*)', 1)) <= currency_exponent
          and starts_with(tidy, '(') = ends_with(tidy, ')')
          and len(tidy) - len(replace(tidy, '-', '')) + starts_with(tidy, '(')::integer <= 1
          and (
            regexp_replace(tidy, '[0-9.,()\s-]', '', 'g') = ''
            or list_contains(currency_symbols, regexp_replace(tidy, '[0-9.,()\s-]', '', 'g'))
          )
          then try_cast(
            case when contains(tidy, '(') or contains(tidy, '-') then '-' else '' end
              || regexp_replace(tidy, '[^0-9.]', '', 'g') as decimal(18, 4)
          )
      end
    )[1]
  end
);
