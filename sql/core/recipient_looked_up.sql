-- The recipients about whom the service answered by their id: with their record, or that it does not know them. Of a recipient that
-- is in no list and was not looked up, nothing is known yet; a number below 1 is no recipient's, and needs no question.
-- grain: one recipient
-- key: company, recipient_id
-- reads: raw.receipt, core.company_input
create or replace view core.recipient_looked_up as
select distinct receipt.company, try_cast(regexp_extract(receipt.request_path, '/(-?\d+)$', 1) as bigint) as recipient_id
from raw.receipt as receipt
inner join core.company_input as input
  on input.company = receipt.company and input.kind = receipt.kind and input.input = 'recipients'
where receipt.page is null
  and (receipt.load_status in ('loaded', 'repeated') or receipt.load_code = 'RECIPIENT_UNKNOWN')
  and regexp_matches(receipt.request_path, '/-?\d+$');
