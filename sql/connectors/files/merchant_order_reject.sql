-- Keeps each line of an order file that was rejected, with the reason.
insert into staging.rejected_row
select file_id, line_no, reject_code, case reject_code
    when 'order_missing' then 'The line has no order number.'
    when 'order_twice' then 'The order is in the file more than once.'
    when 'currency_missing' then 'The line names no currency.'
    when 'currency_unknown' then 'The currency is unknown.'
    when 'amount_unreadable' then 'The amount is not valid in the currency of the line.'
    when 'refunded_unreadable' then 'The refunded amount is not valid in the currency of the line.'
    when 'status_unknown' then 'The status is unknown.'
    when 'time_unreadable' then 'The time of the order is not valid.'
  end, raw_text, business_date
from staging.merchant_order($file_id, $zone)
where reject_code is not null
