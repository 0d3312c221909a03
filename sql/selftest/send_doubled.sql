-- fires: send_limits_to_instructions | duplicate | ledger_row_twice
-- corrupts: the ledger charges a payout twice
insert into core.send_limit
select * replace (send_limit_id + 1000000000 as send_limit_id)
from core.send_limit
where rowid = (
  select send_limit.rowid
  from core.send_limit as send_limit
  inner join recon.item as agreed
    on agreed.reconciliation = 'send_limits_to_instructions' and agreed.outcome = 'matched' and agreed.company = send_limit.company
    and agreed.left_key = send_limit.send_limit_id::text
  where send_limit.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and send_limit.known_to is null
    and send_limit.send_instruction_id is not null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
