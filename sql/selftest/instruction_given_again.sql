-- fires: beneficiaries | duplicate | reference_reused
-- corrupts: the reference of a payout stands on a second one
insert into core.send_instruction
select * replace (send_instruction_id + 1000000000 as send_instruction_id, amount + 0.01 as amount)
from core.send_instruction
where rowid = (
  select instruction.rowid
  from core.send_instruction as instruction
  inner join recon.item as agreed
    on agreed.reconciliation = 'beneficiaries' and agreed.outcome = 'matched' and agreed.company = instruction.company
    and agreed.right_key = instruction.send_instruction_id::text
  where instruction.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and instruction.known_to is null
    and coalesce(trim(instruction.description), '') <> '' and instruction.reference is not null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
