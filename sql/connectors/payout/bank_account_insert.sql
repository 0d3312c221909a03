-- Adds each recipient of a page that is new or has changed.
insert into core.recipient by name
select company, bank_account_id as recipient_id, status, account_number, bank_code, name, reference, rejection_reason, created_at, updated_at, deleted_at, file_id, line_no,
  content_hash, known_from
from staging.bank_account($file_id) as incoming
where reject_code is null
  and not exists (
    select 1
    from core.recipient as known
    where known.known_to is null and known.company = incoming.company and known.recipient_id = incoming.bank_account_id
  )
qualify row_number() over (partition by bank_account_id order by line_no) = 1
order by line_no
