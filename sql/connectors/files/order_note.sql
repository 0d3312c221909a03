-- Notes on the receipt of an order file what was lost before the file was exported, and lines that no verdict counts.
update raw.receipt
set notes = list_concat(coalesce(notes, []), (
  select coalesce(list(sentence order by line_no), [])
  from staging.line_note('raw.order_line', 'order', $file_id)
))
where file_id = $file_id
