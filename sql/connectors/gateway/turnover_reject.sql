-- Keeps turnover answers that were rejected, with the reason.
insert into staging.rejected_row
select file_id, 1, 'turnover_unreadable', 'The turnover answer has no total or count, or its currency is unknown.', null, business_date
from staging.turnover($file_id, $last_file_id)
where amount is null or fee is null or payment_count is null
