-- Adds each send limit of a page that is new or told otherwise.
insert into core.send_limit
select company, send_limit_id, ledger_kind, currency, amount, fee, net_amount, status, from_settlement, approvals_required, approvals_received, send_instruction_id, bank_account_id, created_at, updated_at, business_date, file_id, line_no, content_hash, known_from, null
from staging.send_limit($file_id) as incoming
where reject_code is null
  and not exists (
    select 1
    from core.send_limit as known
    where known.known_to is null and known.company = incoming.company and known.send_limit_id = incoming.send_limit_id
  )
qualify row_number() over (partition by send_limit_id order by line_no) = 1
