-- fires: send_limits_to_instructions
-- corrupts: one send of the ledger is lost
delete from core.send_limit
where rowid = (
  select min(ledger.rowid)
  from core.send_limit as ledger
  inner join core.send_instruction as instruction
    on instruction.company = ledger.company and instruction.send_instruction_id = ledger.send_instruction_id
      and instruction.known_to is null and instruction.state = 'completed'
  where ledger.company = $company and ledger.known_to is null and ledger.ledger_kind = 'send'
    and ledger.business_date >= $period_start::date and ledger.business_date < $period_end::date
)
