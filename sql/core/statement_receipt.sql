-- grain: one statement that was loaded, or whose content was loaded before
-- key: file_id
-- reads: raw.receipt, core.company_input
create or replace view core.statement_receipt as
select receipt.*
from raw.receipt as receipt
inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
where input.input = 'statement' and receipt.load_status in ('loaded', 'repeated');
