-- fires: send_limits_to_instructions
-- corrupts: one send of the ledger is one cent more
update core.send_limit set amount = amount - 0.01
where rowid = (
  select max(rowid) from core.send_limit
  where company = $company and known_to is null and ledger_kind = 'send' and send_instruction_id is not null
    and business_date >= $period_start::date and business_date < $period_end::date
)
