-- fires: send_limits_to_instructions
-- corrupts: one instruction is charged twice
insert into core.send_limit
select * replace (send_limit_id + 1000000000 as send_limit_id, created_at + interval 1 minute as created_at)
from core.send_limit
where rowid = (
  select max(rowid) from core.send_limit
  where company = $company and known_to is null and ledger_kind = 'send' and send_instruction_id is not null
    and business_date >= $period_start::date and business_date < $period_end::date
)
