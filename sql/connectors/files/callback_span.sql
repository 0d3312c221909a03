-- Notes the first and the last business day of the accepted lines of a file of callbacks. Reads incoming, which the load step
-- fills.
insert into raw.file_span
select $file_id, min(business_date), max(business_date)
from incoming
where reject_code is null
having min(business_date) is not null
