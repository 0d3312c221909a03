-- Refuses a bank file in which an opening balance and the lines below it do not give the closing balance.
select
  'FILE_BALANCE_CONTRADICTS' as code,
  format(
    'The {} begins with a balance of {} (line {}) and ends with {} (line {}), but its lines add up to {}: {} {}.',
    title, core.money_text(currency, opening), opening_line, core.money_text(currency, closing), closing_line,
    core.money_text(currency, amount), core.money_text(currency, abs(closing - opening - amount)),
    case when closing - opening > amount then 'is missing from the lines' else 'is too much in the lines' end
  ) as message,
  'An entry is missing, doubled or changed: download the statement again. Nothing of the file was loaded.' as remedy,
  closing_line as line_no
from staging.bank_proof($file_id, 'incoming')
where is_readable and opening + amount <> closing
order by statement_no
limit 1
