-- Notes on the receipt of a statement what was lost before the file was exported, and lines that no verdict counts.
update raw.receipt
set notes = list_concat(coalesce(notes, []), (
  select coalesce(list(sentence order by line_no), [])
  from staging.line_note('raw.statement_line', 'reference', $file_id)
))
where file_id = $file_id
