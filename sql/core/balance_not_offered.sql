-- The companies whose gateway answered that it has no balance, and never gave one. Only such an answer frees a company of
-- the control: a gateway that once gave a balance owes it.
-- grain: one company
-- key: company
-- reads: raw.receipt, core.company_input
create or replace view core.balance_not_offered as
select receipt.company
from raw.receipt as receipt
inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
where input.input = 'balance'
group by receipt.company
having count(*) filter (receipt.load_status = 'loaded') = 0
  and arg_max(receipt.load_code, receipt.file_id) = 'BALANCE_NOT_OFFERED';
