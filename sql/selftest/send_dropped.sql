-- fires: send_limits_to_instructions | missing_left | instruction_without_ledger_row
-- corrupts: the ledger has no record of a payout that was carried out
delete from core.send_limit where rowid = (
  select send_limit.rowid
  from core.send_limit as send_limit
  inner join recon.item as agreed
    on agreed.reconciliation = 'send_limits_to_instructions' and agreed.outcome = 'matched' and agreed.company = send_limit.company
    and agreed.left_key = send_limit.send_limit_id::text
  where send_limit.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and send_limit.known_to is null
    and exists (
      select 1 from core.send_instruction as instruction
      where instruction.company = send_limit.company and instruction.send_instruction_id::text = agreed.right_key and instruction.known_to is null
        and instruction.state = 'completed'
    )
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
