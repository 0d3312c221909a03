-- The note on lines in a currency that the company does not have: their number, and the line of the first.
create or replace macro staging.other_currency_note(line_count, currency_code, first_line) as (
  format(
    '{} in {}, which is not a currency of the company (line {}): no verdict counts {}.',
    case when line_count = 1 then '1 line is' else line_count || ' lines are' end, currency_code, first_line,
    case when line_count = 1 then 'it' else 'them' end
  )
);
