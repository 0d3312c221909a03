-- Gives a bank line that differs from an ended one of its day in nothing but the balance beside it the key of that one: where a
-- line is added to a statement or removed from it, the balances beside the lines after it change, and the lines are the same.
update core.bank_line
set bank_line_key = pair.bank_line_key
from (
  with
  ended as (
    select
      bank_line_key, company, booked_on, value_on, currency, amount, description, reference, account, entry_id,
      row_number() over (
        partition by booked_on, value_on, currency, amount, description, reference, account, entry_id order by file_id, line_no
      ) as occurrence
    from core.bank_line
    where ended_by = $file_id
  ),
  added as (
    select
      line_no, company, booked_on, value_on, currency, amount, description, reference, account, entry_id,
      row_number() over (
        partition by booked_on, value_on, currency, amount, description, reference, account, entry_id order by line_no
      ) as occurrence
    from core.bank_line
    where file_id = $file_id and known_to is null
  )
  select added.line_no, ended.bank_line_key
  from added
  inner join ended
    on ended.company = added.company and ended.booked_on = added.booked_on and ended.currency = added.currency
    and ended.amount = added.amount and ended.occurrence = added.occurrence
    and ended.value_on is not distinct from added.value_on
    and ended.description is not distinct from added.description
    and ended.reference is not distinct from added.reference
    and ended.account is not distinct from added.account
    and ended.entry_id is not distinct from added.entry_id
) as pair
where bank_line.file_id = $file_id and bank_line.known_to is null and bank_line.line_no = pair.line_no
