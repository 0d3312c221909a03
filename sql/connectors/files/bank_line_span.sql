-- Notes the first and the last business day of the accepted lines of a bank statement. Reads incoming.
insert into raw.file_span
select $file_id, min(booked_on), max(booked_on)
from incoming
where reject_code is null
having min(booked_on) is not null
