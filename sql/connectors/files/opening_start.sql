-- Refuses a take-on file of a company that has no first business day: no item could be said to be from before it.
select
  'TAKE_ON_START_MISSING' as code,
  'The configuration does not name the first business day of ' || receipt.company || '.' as message,
  'Add the key starts_on to the company, such as starts_on: "2026-11-01", and take the file on again.' as remedy,
  null::bigint as line_no
from raw.receipt as receipt
inner join core.company_terms as terms on terms.company = receipt.company
where receipt.file_id = $file_id and terms.starts_on is null
