-- statement: bank_columns
-- Refuses a table of bank lines whose balances show that its columns are exchanged or scaled: the amount column everywhere has
-- the balances and the balance column the steps between them, or every step of the balance is a hundred times the amount or a
-- hundredth of it. At least two steps are required, and all of them must show it.
with
line as (
  select
    account,
    currency,
    line_no,
    amount,
    running_balance,
    lag(line_no) over file_order as line_before,
    running_balance - lag(running_balance) over file_order as change,
    amount - lag(amount) over file_order as amount_change,
    lag(amount) over file_order as amount_before,
    lag(running_balance) over file_order as balance_before
  from incoming
  where is_table and reject_code is null
  window file_order as (partition by account, currency order by line_no)
),
counted as (
  select
    count(*) as step_count,
    -- oldest line first, or newest line first
    count(*) filter (amount_change = running_balance) as exchanged_up,
    count(*) filter (-amount_change = balance_before) as exchanged_down,
    count(*) filter (change * 100 = amount) as larger_up,
    count(*) filter (-change * 100 = amount_before) as larger_down,
    count(*) filter (change = amount * 100) as smaller_up,
    count(*) filter (-change = amount_before * 100) as smaller_down,
    arg_min(line_before, line_no) as from_line,
    min(line_no) as to_line
  from line
  where line_before is not null and change <> 0 and amount <> 0 and amount_before <> 0
)
select
  'FILE_COLUMNS_CONTRADICT' as code,
  case
    when step_count in (exchanged_up, exchanged_down)
      then format('The columns "{{amount}}" and "{{balance}}" are exchanged: from line {} to line {}, and everywhere else, the amount changes by the balance.', from_line, to_line)
    when step_count in (larger_up, larger_down)
      then format('Amounts and balances have different units: from line {} to line {}, and everywhere else, the amount is a hundred times the change in the balance.', from_line, to_line)
    else format('Amounts and balances have different units: from line {} to line {}, and everywhere else, the balance changes by a hundred times the amount.', from_line, to_line)
  end as message,
  'Export the statement again, or name its columns under books.bank.aliases as they are meant.' as remedy,
  to_line as line_no
from counted
where step_count > 1
  and step_count in (exchanged_up, exchanged_down, larger_up, larger_down, smaller_up, smaller_down);

-- statement: bank_twice
-- Refuses a table whose second half repeats its first half line by line: it was pasted or exported twice. Three lines or more in
-- each half are required, because equal charges are common.
with
line as (
  select line_no, hash(booked_on, value_on, currency, amount, description, reference, running_balance) as content,
    row_number() over (order by line_no) as position, count(*) over () as line_count
  from incoming
  where is_table and reject_code is null
),
half as (
  select line_count // 2 as size
  from line
  group by line_count
  having line_count >= 6 and line_count % 2 = 0
)
select
  'FILE_LINES_TWICE' as code,
  format('The {} lines from line {} on repeat those above them, one by one.', any_value(half.size), min(later.line_no)) as message,
  'The file seems to be joined with itself: export it again. Nothing of it was loaded.' as remedy,
  min(later.line_no) as line_no
from half
inner join line as earlier on earlier.position <= half.size
inner join line as later on later.position = earlier.position + half.size and later.content = earlier.content
having count(*) = any_value(half.size);
