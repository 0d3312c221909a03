-- fires: send_limits_to_instructions | missing_right | ledger_row_without_instruction
-- corrupts: the instruction of a payout is gone
delete from core.send_instruction where rowid = (
  select instruction.rowid
  from core.send_instruction as instruction
  inner join recon.item as agreed
    on agreed.reconciliation = 'send_limits_to_instructions' and agreed.outcome = 'matched' and agreed.company = instruction.company
    and agreed.right_key = instruction.send_instruction_id::text
  where instruction.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and instruction.known_to is null
  order by agreed.business_date, agreed.right_key
  limit 1
)
