-- Keeps the lines of one statement that were rejected, with the reason. Reads incoming, which the load step fills.
insert into staging.rejected_row
select file_id, line_no, reject_code, reject_reason, raw_text, business_date
from incoming
where reject_code is not null
  and not exists (
    select 1 from raw.summary_row as summary where summary.file_id = incoming.file_id and summary.line_no = incoming.line_no
  )
