-- When each list of the payout service was last received, and when it was last received to its end.
-- grain: one company and list
-- key: company, list
-- reads: raw.receipt, staging.payout_list
create or replace view core.list_read_at as
select
  receipt.company,
  payout_list.list,
  max(receipt.received_at) as received_at,
  max(receipt.received_at) filter (receipt.is_last_page) as read_at
from raw.receipt as receipt
inner join staging.payout_list as payout_list on payout_list.receipt_kind = receipt.kind
group by receipt.company, payout_list.list;
