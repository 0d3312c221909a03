-- When each list of a service was last received, and when it was last received completely.
-- grain: one company and list
-- key: company, list
-- reads: raw.receipt, core.company_input
create or replace view core.list_read_at as
select
  receipt.company,
  input.input as list,
  max(receipt.received_at) as received_at,
  max(receipt.received_at) filter (receipt.is_last_page) as read_at
from raw.receipt as receipt
inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
group by receipt.company, input.input;
