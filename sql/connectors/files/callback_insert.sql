-- Adds each event that is not known yet; a repeated delivery adds nothing. Reads incoming, which the load step fills.
insert into core.callback by name
select
  company, callback_key, object_key, event, kind, currency, amount, reference, status, method, is_signed, is_test, occurred_at, reported_at,
  received_at, business_date, file_id, line_no, known_from
from incoming
where reject_code is null
  and not exists (
    select 1
    from core.callback as known
    where known.company = incoming.company and known.callback_key = incoming.callback_key and known.is_signed = incoming.is_signed
  )
qualify row_number() over (partition by company, callback_key, is_signed order by received_at, line_no) = 1
