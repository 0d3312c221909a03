-- The records of the merchant's own files that no longer count as they did: a later file ended or changed them, or the bank took
-- them back. What was matched to one of them before file_id arrived has to be judged again.
-- is_gone: no current version of it is left; false where it changed or was taken back
-- grain: one record and the file that ended, changed or reversed it
-- key: company, record_key, file_id
-- reads: core.bank_line, core.bank_line_now, core.merchant_order, core.bank_reversal
create or replace view core.ended_record as
-- a line of which only the balance beside it changed is the same
select distinct bank_line.company, bank_line.bank_line_key as record_key, bank_line.ended_by as file_id, true as is_gone
from core.bank_line as bank_line
anti join core.bank_line_now as current_line
  on current_line.company = bank_line.company and current_line.bank_line_key = bank_line.bank_line_key
where bank_line.ended_by is not null
union
-- an order that goes from paid to shipped is the same to the rules
select ended.company, ended.order_id, ended.ended_by, known.order_id is null
from core.merchant_order as ended
left join (select * from core.merchant_order where known_to is null) as known
  on known.company = ended.company and known.order_id = ended.order_id
where ended.ended_by is not null
  and (
    known.order_id is null
    or (
      known.currency, known.amount, known.is_paid, known.refunded, known.reference, known.payment_key, known.business_date,
      contains(known.status, 'refund')
    ) is distinct from (
      ended.currency, ended.amount, ended.is_paid, ended.refunded, ended.reference, ended.payment_key, ended.business_date,
      contains(ended.status, 'refund')
    )
  )
union
select company, reversed_key, file_id, false
from core.bank_reversal
where reversed_key is not null;
