-- fires: send_limits_to_instructions | fee_differs | fee_differs
-- corrupts: the ledger charges one cent more for a payout
update core.send_limit set fee = fee + 0.01
where rowid = (
  select send_limit.rowid
  from core.send_limit as send_limit
  inner join recon.item as agreed
    on agreed.reconciliation = 'send_limits_to_instructions' and agreed.outcome = 'matched' and agreed.company = send_limit.company
    and agreed.left_key = send_limit.send_limit_id::text
  where send_limit.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and send_limit.known_to is null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
