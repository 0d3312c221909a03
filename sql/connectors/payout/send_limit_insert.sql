-- Adds each movement of the payout account that is new or has changed.
insert into core.payout_movement by name
select company, send_limit_id as movement_id, ledger_kind, currency, amount, fee, net_amount, status, from_settlement as settlement_on,
  approvals_required, approvals_received, approval_zone, approvals_listed, first_approved_at, last_approved_at,
  send_instruction_id as payout_id, bank_account_id as recipient_id, created_at,
  updated_at, business_date, file_id, line_no, content_hash, known_from
from staging.send_limit($file_id) as incoming
where reject_code is null
  and not exists (
    select 1
    from core.payout_movement as known
    where known.known_to is null and known.company = incoming.company and known.movement_id = incoming.send_limit_id
  )
qualify row_number() over (partition by send_limit_id order by line_no) = 1
order by line_no
