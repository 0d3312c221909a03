-- fires: send_limits_to_instructions | status_differs | instruction_stuck
-- corrupts: an instruction that was charged a month ago was never carried out
update core.send_instruction set state = 'executing', created_at = created_at - interval 30 day
where rowid = (
  select instruction.rowid
  from core.send_instruction as instruction
  inner join recon.item as agreed
    on agreed.reconciliation = 'send_limits_to_instructions' and agreed.outcome = 'matched' and agreed.company = instruction.company
    and agreed.right_key = instruction.send_instruction_id::text
  where instruction.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and instruction.known_to is null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
