-- Keeps the lines of one statement that were not understood, with the reason. Reads the step's own incoming.
insert into staging.rejected_row
select file_id, line_no, reject_code, reject_reason, raw_text, business_date
from incoming
where reject_code is not null
