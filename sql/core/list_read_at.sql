-- When each list of a service was last received, and when it was last received completely.
-- grain: one company and list
-- key: company, list
-- reads: raw.receipt, core.company_input, core.incomplete_list
create or replace view core.list_read_at as
select
  receipt.company,
  input.input as list,
  max(receipt.received_at) as received_at,
  max(receipt.received_at) filter (receipt.is_last_page and cut.kind is null) as read_at
from raw.receipt as receipt
inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
left join core.incomplete_list as cut
  on cut.company = receipt.company and cut.kind = receipt.kind and cut.batch_id is not distinct from receipt.batch_id
group by receipt.company, input.input;
