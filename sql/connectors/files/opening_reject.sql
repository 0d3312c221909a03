-- Keeps each line of a take-on file that was rejected, with the reason. Reads incoming, which the load step fills.
insert into staging.rejected_row
select file_id, line_no, reject_code, reject_reason, raw_text, null
from incoming
where reject_code is not null
