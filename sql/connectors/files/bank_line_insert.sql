-- Adds each bank line that no earlier file contained: bank statements may overlap.
insert into core.bank_line
select company, bank_line_key, booked_on, value_on, currency, amount, description, reference, balance, file_id, line_no, known_from
from staging.bank_line($file_id) as incoming
where reject_code is null
  and not exists (
    select 1 from core.bank_line as known where known.company = incoming.company and known.bank_line_key = incoming.bank_line_key
  )
