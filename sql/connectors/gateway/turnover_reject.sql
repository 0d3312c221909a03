-- Keeps a turnover answer whose totals were not understood, with the reason.
insert into staging.rejected_row
select file_id, 1, 'turnover_unreadable', 'The turnover answer lacks a total or its count, or its currency is not known.', null, business_date
from staging.turnover($file_id)
where amount is null or fee is null or payment_count is null
