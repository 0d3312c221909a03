-- An amount as a file writes it, with a point before its decimals: 1.234,56 and 1 234,56 of a file with a decimal comma are
-- 1,234.56. A space before three digits separates thousands there; beside a decimal point it could separate two numbers.
-- reads: staging.tidy_text
create or replace macro staging.with_decimal_point(amount_text, decimal_mark) as (
  case
    when decimal_mark is distinct from ',' then amount_text
    when not regexp_matches(amount_text, '[0-9][\s\p{Z}]+[0-9]{3}') then translate(amount_text, '.,', ',.')
    -- twice, because the digits of a match cannot begin the next one
    else translate(
      regexp_replace(
        regexp_replace(staging.tidy_text(amount_text), '([0-9]) ([0-9]{3})', '\1.\2', 'g'), '([0-9]) ([0-9]{3})', '\1.\2', 'g'
      ),
      '.,', ',.'
    )
  end
);
