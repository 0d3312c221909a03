-- Keeps each line of a bank statement that was rejected, with the reason.
insert into staging.rejected_row
select file_id, line_no, reject_code, reject_reason, raw_text, business_date
from incoming
where reject_code is not null
