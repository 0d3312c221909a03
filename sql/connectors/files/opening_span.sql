-- Notes the days that a take-on file changes: those from the first business day on. Open items are seldom older than a quarter
-- when they arrive.
insert into raw.file_span
select $file_id, terms.starts_on, terms.starts_on + 92
from raw.receipt as receipt
inner join core.company_terms as terms on terms.company = receipt.company
where receipt.file_id = $file_id and terms.starts_on is not null
