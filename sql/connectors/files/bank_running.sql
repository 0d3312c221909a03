-- Refuses a table of bank lines whose balances agree from line to line, but for a step; and one whose balances show that its
-- amounts have another sign.
select
  case state when 'turned' then 'FILE_COLUMNS_CONTRADICT' else 'FILE_BALANCE_CONTRADICTS' end as code,
  case
    when state = 'turned' and has_no_sign then format(
      'The amounts have no sign, and some are money out: the balance falls from line {} to line {}{}.', from_line, to_line,
      coalesce(' (account ' || account || ')', '')
    )
    when state = 'turned' then format(
      'The amounts have the wrong sign: from line {} to line {}, and everywhere else, the balance moves the other way{}.',
      from_line, to_line, coalesce(' (account ' || account || ')', '')
    )
    else format(
      'The balance does not continue from line {} to line {}: {} is missing or surplus between them{}. The other balances agree from line to line.',
      from_line, to_line, core.money_text(currency, abs(gap)), coalesce(' (account ' || account || ')', '')
    )
  end as message,
  case
    when state = 'turned' and has_no_sign
      then 'Name the column that states debit or credit under books.bank.aliases.direction, or the columns of the amounts under debit and credit.'
    when state = 'turned' then 'Name the columns under books.bank.aliases.debit and credit as they are meant, or export the statement again.'
    else 'A line is missing, doubled or changed: export the statement again. Nothing of the file was loaded.'
  end as remedy,
  to_line as line_no
from staging.bank_running_balance($file_id, 'incoming')
where state in ('contradicts', 'turned')
order by to_line
limit 1
