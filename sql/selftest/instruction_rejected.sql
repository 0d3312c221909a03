-- fires: send_limits_to_instructions
-- corrupts: one instruction that was charged is rejected
update core.send_instruction set state = 'rejected'
where rowid = (
  select max(instruction.rowid)
  from core.send_instruction as instruction
  inner join core.send_limit as ledger
    on ledger.company = instruction.company and ledger.send_instruction_id = instruction.send_instruction_id
      and ledger.known_to is null and ledger.status = 'success'
  where instruction.company = $company and instruction.known_to is null and instruction.state = 'completed'
    and instruction.business_date >= $period_start::date and instruction.business_date < $period_end::date
)
