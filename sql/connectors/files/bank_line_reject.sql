-- Keeps each line of a bank statement that was rejected, with the reason.
insert into staging.rejected_row
select file_id, line_no, reject_code, case reject_code
    when 'currency_missing' then 'The line names no currency.'
    when 'currency_unknown' then 'The currency is unknown.'
    when 'amount_unreadable' then 'The amount is not a valid amount in the line''s currency.'
    when 'date_unreadable' then 'The booking date is not valid.'
  end, raw_text, booked_on
from staging.bank_line($file_id)
where reject_code is not null
