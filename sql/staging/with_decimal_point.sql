-- An amount as a file writes it, with a point before its decimals: 1.234,56 of a file with a decimal comma is 1,234.56.
create or replace macro staging.with_decimal_point(amount_text, decimal_mark) as (
  case when decimal_mark = ',' then translate(amount_text, '.,', ',.') else amount_text end
);
