-- Adds each payout of a page that is new or has changed.
insert into core.payout by name
select company, send_instruction_id as payout_id, bank_account_id as recipient_id, currency, amount, state, reference, description, email,
  paid_account_number, paid_bank_code, paid_name, created_at, updated_at, business_date, file_id, line_no, content_hash, known_from
from staging.send_instruction($file_id) as incoming
where reject_code is null
  and not exists (
    select 1
    from core.payout as known
    where known.known_to is null and known.company = incoming.company and known.payout_id = incoming.send_instruction_id
  )
qualify row_number() over (partition by send_instruction_id order by line_no) = 1
order by line_no
