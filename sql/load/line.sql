-- statement: line_reject
-- Keeps each line of a file that was rejected, with the reason; a row that states the sum of other lines is no line. Reads incoming, which
-- the load step fills.
insert into staging.rejected_row
select receipt_id, line_no, reject_code, reject_reason, raw_text, business_date
from incoming
where reject_code is not null
  and not exists (
    select 1 from raw.summary_row as summary where summary.receipt_id = incoming.receipt_id and summary.line_no = incoming.line_no
  );

-- statement: line_note
-- Adds to the notes of a file what was lost before it was exported, and the lines that no verdict counts.
update raw.receipt
set notes = list_concat(coalesce(notes, []), (
  select coalesce(list(sentence order by line_no), [])
  from staging.line_note('file_line', 'reference', $receipt_id)
))
where receipt_id = $receipt_id;

-- statement: line_span
-- Records the first and the last business day of the accepted lines of a file. Reads incoming, which the load step fills.
insert into raw.file_span
select $receipt_id, min(business_date), max(business_date)
from incoming
where reject_code is null
having min(business_date) is not null;
