-- statement: ended_note
-- Adds to the notes of a file the lines and orders of earlier files that ended because the file, which covers their day, does
-- not have them. A line is still there if only the balance beside it changed.
update raw.receipt
set notes = list_append(coalesce(notes, []), ended.sentence)
from (
  select case
      when count(*) = 1 then format(
        '1 line of earlier files ended: this file covers the day and does not have it, {} of {}.',
        any_value(core.money_text(currency, amount)), core.day_text(min(day))
      )
      else format(
        '{} lines of earlier files ended: this file covers the day and does not have them, the first {} of {}.',
        count(*), arg_min(core.money_text(currency, amount), (day, record_key)), core.day_text(min(day))
      )
    end as sentence
  from (
    select line.booked_on as day, line.currency, line.amount, line.bank_line_key as record_key
    from core.bank_line as line
    anti join core.bank_line_now as known
      on known.bank_line_key = line.bank_line_key
    where line.ended_by = $receipt_id
    union all
    select placed.business_date, placed.currency, placed.amount, placed.order_id
    from core.merchant_order as placed
    anti join (select order_id from core.merchant_order where known_to is null) as known
      on known.order_id = placed.order_id
    where placed.ended_by = $receipt_id
    union all
    select line.booked_on, line.currency, line.amount, line.list_line_key
    from core.list_line as line
    anti join (select list_line_key from core.list_line where known_to is null) as known
      on known.list_line_key = line.list_line_key
    where line.ended_by = $receipt_id
  ) as gone
  having count(*) > 0
) as ended
where receipt.receipt_id = core.replacing_file($receipt_id);
