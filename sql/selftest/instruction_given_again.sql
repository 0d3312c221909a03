-- fires: beneficiaries
-- corrupts: one instruction is given again
insert into core.send_instruction
select * replace (send_instruction_id + 1000000000 as send_instruction_id, created_at + interval 1 minute as created_at)
from core.send_instruction
where rowid = (
  select min(rowid) from core.send_instruction
  where company = $company and known_to is null and state = 'completed'
    and business_date >= $period_start::date and business_date < $period_end::date
)
