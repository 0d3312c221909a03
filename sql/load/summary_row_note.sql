-- Names in the notes on a file the rows that state the sums of its lines.
update raw.receipt
set notes = list_append(
  coalesce(notes, []),
  case
    when summary.row_count = 1 then 'Line ' || summary.first_line || ', "' || summary.first_label || '", states the sum of ' || summary.first_scope || '.'
    else summary.row_count || ' rows state sums of the lines and agree with them: lines ' || summary.lines || '.'
  end
)
from (
  select
    count(*) as row_count,
    min(line_no) as first_line,
    arg_min(label, line_no) as first_label,
    arg_min(scope, line_no) as first_scope,
    array_to_string(list(line_no order by line_no)[1:10], ', ') || case when count(*) > 10 then ' …' else '' end as lines
  from raw.summary_row
  where file_id = $file_id
) as summary
where receipt.file_id = $file_id and summary.row_count > 0
