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

-- statement: bank_net
-- Refuses a table in which a column that is not read has fees or net amounts: the amounts that are read may be before fees, and the
-- account received less. Balances that agree from line to line prove the amounts, except that of the oldest line; a column whose fees
-- are beside proven amounts contradicts nothing.
-- reads: incoming, table_line, file_line, raw.receipt, staging.currency
with
header as (
  select
    name,
    '/' || replace(replace(name, '~', '~0'), '/', '~1') as pointer,
    regexp_full_match(
      lower(name), '(net|nett|netto|neto)([ _](amount|paid|received|value|total))?|nettobetrag|montant net|importe neto|jumlah bersih|净额'
    ) as is_net
  from (select unnest(from_json($unread, '["VARCHAR"]')) as name) as listed
  where is_net or (
    regexp_matches(
      lower(name),
      '\b(fees?|charges?|commissions?|gebühr(en)?|entgelt|provision|frais|comisi[oó]n(es)?|commissioni?|kosten|caj|yuran)\b|手续费|手數料|手数料'
    )
    and not regexp_matches(lower(name), '\b(code|ref|reference|no|number|type|id|account|currency|balance)\b')
  )
),
cell as (
  select
    header.name,
    header.is_net,
    line.line_no,
    line.currency,
    line.amount,
    coalesce(proven.is_proven, false) as is_proven,
    staging.money_from_text(
      staging.signed_amount_text(staging.bank_figure(json_extract_string(written.other_cells, header.pointer), receipt.decimal_mark, false)),
      list_concat(currency.symbols, [currency.currency]), currency.exponent
    ) as other_amount
  from incoming as line
  cross join header
  inner join file_line as written on written.line_no = line.line_no
  inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
  inner join staging.currency as currency on currency.currency = line.currency
  left join table_line as proven on proven.line_no = line.line_no
  where line.is_table and line.reject_code is null
),
found as (
  select name, is_net, min_by({'line_no': line_no, 'currency': currency, 'amount': amount, 'other': other_amount}, line_no) as place
  from cell
  where case when is_net then abs(other_amount) <> abs(amount) else other_amount <> 0 end
  group by name, is_net
  having not bool_or(is_proven)
)
select
  'FILE_AMOUNT_UNPROVEN' as code,
  format(
    'The column "{}" is not read: line {} has {} there, beside the amount {}. It is not proven that the amount is after fees.',
    name, place.line_no, core.money_text(place.currency, place.other), core.money_text(place.currency, place.amount)
  ) as message,
  case
    when is_net then format('If it is what the account received or paid, name it under books.bank.aliases.amount: ["{}"]', name)
    else 'If another column has what the account received or paid, name it under books.bank.aliases.amount'
  end || format('; if the amounts are after fees already, ignore the column: books.bank.ignore: ["{}"].', name) as remedy,
  place.line_no,
  null as column_name,
  name as header
from found
order by is_net desc, name
limit 1;

-- statement: bank_account_currency
-- Refuses a table whose lines are in several currencies, although a column that is not read has a single currency on every line: that
-- may be the currency of the account, and the amounts that are read those of the original payments.
-- reads: incoming, staging.currency, staging.unread_cell
with
cell as (
  select unread.header, unread.line_no, currency.currency, line.currency as read_currency
  from staging.unread_cell('file_line', $unread) as unread
  inner join incoming as line on line.line_no = unread.line_no and line.is_table and line.reject_code is null
  left join staging.currency as currency on currency.currency = upper(unread.cell)
),
found as (
  select
    header,
    any_value(currency) as currency,
    min_by({'line_no': line_no, 'currency': read_currency}, line_no) filter (read_currency <> currency) as place
  from cell
  group by header
  having count(*) = count(currency) and count(distinct currency) = 1 and count(distinct read_currency) > 1
)
select
  'FILE_CURRENCY_UNPROVEN' as code,
  format(
    'The column "{}" has {} on every line and is not read: line {} is read in {}, which may be the currency of the original payment.',
    header, currency, place.line_no, place.currency
  ) as message,
  format(
    'If it is the currency of the account, name it under books.bank.aliases.currency: ["{}"] and the column of its amounts under amount; '
      || 'otherwise under books.bank.ignore.',
    header
  ) as remedy,
  place.line_no,
  null as column_name,
  header
from found
where place is not null
order by header
limit 1;
