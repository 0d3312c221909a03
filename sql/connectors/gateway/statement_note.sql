-- Notes on the receipt of a statement what was lost before the file was exported, and lines that no verdict counts.
update raw.receipt
set notes = list_concat(coalesce(notes, []), (
  with
  rounded as (
    select count(*) as n, min_by(reference, line_no) as written, min(line_no) as line_no
    from raw.statement_line
    where file_id = $file_id and staging.rounded_identifier(reference)
  ),
  other_currency as (
    select upper(trim(line.currency)) as code, count(*) as n, min(line.line_no) as line_no
    from raw.statement_line as line
    inner join raw.receipt as receipt on receipt.file_id = line.file_id
    inner join core.company as company on company.company = receipt.company
    inner join staging.currency as currency on currency.currency = upper(trim(line.currency))
    -- a company that is not configured yet has no currencies: each may be its own
    where line.file_id = $file_id and len(company.currencies) > 0
      and not list_contains(company.currencies, upper(trim(line.currency)))
    group by upper(trim(line.currency))
  )
  select coalesce(list(sentence order by line_no) filter (sentence is not null), [])
  from (
    select line_no, staging.rounded_note(n, written, line_no) as sentence from rounded
    union all
    select line_no, staging.other_currency_note(n, code, line_no) from other_currency
  ) as note
))
where file_id = $file_id
