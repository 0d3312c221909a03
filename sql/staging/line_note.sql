-- The notes on a file that was read as a table: identifiers that a spreadsheet rounded before the file was exported, and
-- lines that no verdict counts. `the_table` is the raw table with the lines, `identifier` the name of the column that other
-- sources name too.
-- grain: one note
-- key: line_no, sentence
-- reads: raw.receipt, core.company, staging.currency
create or replace macro staging.line_note(the_table, identifier, the_file_id) as table (
  with
  line as (
    select line_no, columns([identifier]) as written, upper(trim(currency)) as currency_code
    from query_table(the_table)
    where file_id = the_file_id
  ),
  rounded as (
    select count(*) as line_count, min_by(written, line_no) as first_text, min(line_no) as line_no
    from line
    where staging.rounded_identifier(written)
  ),
  other_currency as (
    select line.currency_code, count(*) as line_count, min(line.line_no) as line_no
    from line
    inner join raw.receipt as receipt on receipt.file_id = the_file_id
    inner join core.company as company on company.company = receipt.company
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
