-- fires: send_limits_to_instructions | amount_differs | amount_differs
-- corrupts: an instruction is one cent more than what was charged
update core.send_instruction set amount = amount + 0.01
where rowid = (
  select instruction.rowid
  from core.send_instruction as instruction
  inner join recon.item as agreed
    on agreed.reconciliation = 'send_limits_to_instructions' and agreed.outcome = 'matched' and agreed.company = instruction.company
    and agreed.right_key = instruction.send_instruction_id::text
  where instruction.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and instruction.known_to is null
    and exists (select 1 from core.send_limit as named where named.company = instruction.company and named.send_instruction_id = instruction.send_instruction_id)
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
