-- Keeps each line of a file of callbacks that was not understood, with the reason.
insert into staging.rejected_row
select file_id, line_no, reject_code, case reject_code
    when 'not_signed' then 'The message is not as the gateway writes them, and the gateway did not sign it.'
    when 'body_unreadable' then 'The body is not a JSON object.'
    when 'identifier_missing' then 'The body does not say of what it tells: it has no id.'
    when 'event_missing' then 'The body names no event.'
    when 'time_unreadable' then 'The time at which it was received is not a time.'
    when 'currency_missing' then 'The body names no currency.'
    when 'currency_unknown' then 'The currency is not known.'
    when 'amount_unreadable' then 'The amount is not a whole number of the currency''s smallest unit.'
    when 'paid_time_unreadable' then 'The body does not say when money moved.'
  end, raw_text, business_date
from staging.callback($file_id, $zone)
where reject_code is not null
