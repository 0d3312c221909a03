-- Refuses a table of bank lines whose balances agree from line to line, but for a step.
select
  'FILE_BALANCE_CONTRADICTS' as code,
  format(
    'The balance does not go on from line {} to line {}: {} is missing or too much between them{}. The other balances agree from line to line.',
    from_line, to_line, core.money_text(currency, abs(gap)), coalesce(' (account ' || account || ')', '')
  ) as message,
  'A line is missing, doubled or changed: export the statement again. Nothing of the file was loaded.' as remedy,
  to_line as line_no
from staging.bank_running_balance($file_id, 'incoming')
where state = 'contradicts'
order by to_line
limit 1
