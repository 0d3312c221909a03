-- statement: line_note
-- The notes on a file that was read as a table: identifiers that a spreadsheet rounded before the file was exported, and
-- lines that no verdict counts. `the_lines` has the lines of the file, `identifier` is the name of the column that other sources name too.
-- grain: one note
-- key: line_no, sentence
-- reads: the table the_lines, raw.receipt, core.company, staging.currency
create or replace macro staging.line_note(the_lines, identifier, the_receipt_id) as table (
  with
  line as (
    select line_no, columns([identifier]) as written, upper(trim(currency)) as currency_code
    from query_table(the_lines)
  ),
  rounded as (
    select count(*) as line_count, min_by(written, line_no) as first_text, min(line_no) as line_no
    from line
    where staging.rounded_identifier(written)
  ),
  other_currency as (
    select line.currency_code, count(*) as line_count, min(line.line_no) as line_no
    from line
    inner join raw.receipt as receipt on receipt.receipt_id = the_receipt_id
    cross join core.company as company
    inner join staging.currency as currency on currency.currency = line.currency_code
    -- a company that is not configured yet has no currencies: each may be its own
    where len(company.currencies) > 0 and not list_contains(company.currencies, line.currency_code)
    group by line.currency_code
  )
  select line_no, staging.rounded_note(line_count, first_text, line_no) as sentence
  from rounded
  where line_count > 0
  union all
  select line_no, staging.other_currency_note(line_count, currency_code, line_no)
  from other_currency
);

-- statement: other_currency_note
-- The note on lines in a currency that the company does not have: their number, and the line of the first.
create or replace macro staging.other_currency_note(line_count, currency_code, first_line) as (
  format(
    '{} in {}, which is not a currency of the company (line {}): no verdict includes {}.',
    case when line_count = 1 then '1 line is' else line_count || ' lines are' end, currency_code, first_line,
    case when line_count = 1 then 'it' else 'them' end
  )
);

-- statement: rounded_note
-- The note on identifiers that a spreadsheet rounded: their number, and the first identifier with its line; null without such identifiers.
create or replace macro staging.rounded_note(rounded_count, first_text, first_line) as (
  case
    when rounded_count = 1
      then format('{} on line {} is a number that a spreadsheet rounded: its other digits are lost, and it matches nothing.', first_text, first_line)
    when rounded_count > 1
      then format(
        '{} references are numbers that a spreadsheet rounded, the first {} on line {}: their other digits are lost, and they match nothing.',
        rounded_count, first_text, first_line
      )
  end
);

-- statement: rounded_identifier
-- Whether a text is a long number as a spreadsheet shortens it, such as 1.23457E+15: its other digits are lost.
create or replace macro staging.rounded_identifier(written_text) as (
  contains(written_text, 'E+') and regexp_full_match(trim(written_text), '[0-9](\.[0-9]+)?E\+[0-9]{2,3}')
);

-- statement: tidy_text
-- A text without spaces at its ends and with single plain spaces within, whatever kinds of spaces it has; null when nothing is
-- left. Byte order marks and the marks for the direction of writing are spaces; U+202E, which turns digits around, is not.
create or replace macro staging.tidy_text(written_text) as (
  nullif(trim(regexp_replace(written_text, '[\s\p{Z}\x{200E}\x{200F}\x{202A}-\x{202D}\x{2066}-\x{2069}\x{FEFF}]+', ' ', 'g')), '')
);

-- statement: account_text
-- An account number in a message or note: its last four characters, enough for its owner to recognise it. Messages and notes
-- go into logs and notices, which have no account numbers.
create or replace macro staging.account_text(account) as (
  case when length(account) <= 4 then account else '•••' || right(account, 4) end
);
