-- Keeps each line of an order file that was rejected, with the reason.
insert into staging.rejected_row
select file_id, line_no, reject_code, reject_reason, raw_text, business_date
from staging.merchant_order($file_id, $zone)
where reject_code is not null
