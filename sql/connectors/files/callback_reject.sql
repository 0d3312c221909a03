-- Keeps each line of a file of callbacks that was rejected, with the reason. Reads incoming, which the load step fills.
insert into staging.rejected_row
select file_id, line_no, reject_code, case reject_code
    when 'not_signed' then 'The callback does not have the format of the gateway, and its signature is not valid.'
    when 'body_unreadable' then 'The body is not a JSON object.'
    when 'identifier_missing' then 'The body has no id.'
    when 'event_missing' then 'The body has no event.'
    when 'time_unreadable' then 'The time of receipt is not valid.'
    when 'currency_missing' then 'The body names no currency.'
    when 'currency_unknown' then 'The currency is unknown.'
    when 'amount_unreadable' then 'The amount is not a whole number of the currency''s smallest unit.'
    when 'paid_time_unreadable' then 'The body does not state when money moved.'
    when 'date_implausible' then date_reason
    when 'received_too_early' then time_reason
  end, raw_text, business_date
from incoming
where reject_code is not null
