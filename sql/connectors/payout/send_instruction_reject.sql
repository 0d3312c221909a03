-- Keeps each record of a page that was rejected, with the reason.
insert into staging.rejected_row
select file_id, line_no, reject_code, 'Record rejected: ' || replace(reject_code, '_', ' ') || '.', raw_text, null
from staging.send_instruction($file_id)
where reject_code is not null
