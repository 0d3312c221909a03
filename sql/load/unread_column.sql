-- statement: currency_column
-- Refuses a file whose lines name no currency in a column that is read, although an unread column has the codes of currencies:
-- lines in CHF would be loaded in the currency of the file's receipt. A column with only that currency contradicts nothing.
-- reads: raw.receipt, staging.currency, staging.unread_cell
with
cell as (
  select unread.header, unread.line_no, unread.cell,
    coalesce(currency.currency, case when contains(staging.currency_reason(upper(unread.cell)), 'withdrawn') then upper(unread.cell) end)
      as currency
  from staging.unread_cell('file_line', $unread) as unread
  left join staging.currency as currency on currency.currency = upper(unread.cell)
  where unread.cell is not null
),
found as (
  select
    cell.header,
    min(cell.line_no) filter (cell.currency is distinct from receipt.currency and cell.currency is not null) as line_no,
    arg_min(cell.currency, cell.line_no) filter (cell.currency is distinct from receipt.currency) as other_currency,
    any_value(receipt.currency) as currency
  from cell
  inner join raw.receipt as receipt on receipt.receipt_id = $receipt_id
  group by cell.header
  having count(cell.currency) * 5 >= count(*) * 4
)
select
  'FILE_CURRENCY_UNPROVEN' as code,
  format(
    'The column "{}" of the {} has currencies and is not read: line {} is in {}{}.',
    header, $title, line_no, other_currency, coalesce(' and would be loaded as ' || currency, ', and no column names the currency')
  ) as message,
  format(
    'If it is the currency of the amounts, name it under {}.aliases.currency: ["{}"]; otherwise under {}.ignore.',
    $section, header, $section
  ) as remedy,
  line_no,
  'currency' as column_name,
  header
from found
where line_no is not null
order by line_no, header
limit 1;

-- statement: currency_stated
-- Refuses a file whose lines name no currency, and that states another currency above its lines or in the header of an amount
-- than the currency of its receipt: "Currency: CHF", "Amount (CHF)".
-- reads: raw.receipt, staging.currency, staging.stated_currency
select
  'FILE_CURRENCY_UNPROVEN' as code,
  format('The {} states the currency {} on line {} ("{}"), and its lines would be loaded as {}.',
    $title, coalesce(stated.currency, stated.symbol), stated.line, left(stated.text, 60), receipt.currency) as message,
  format('Import the file with its own currency (--currency{}), or name the column of the currency under {}.aliases.currency.',
    coalesce(' ' || stated.currency, ''), $section) as remedy,
  stated.line as line_no
from staging.stated_currency($stated) as stated
inner join raw.receipt as receipt on receipt.receipt_id = $receipt_id
inner join staging.currency as own on own.currency = receipt.currency
where (stated.currency is not null and stated.currency <> own.currency)
  or (stated.currency is null and stated.symbol is not null and not list_contains(own.symbols, stated.symbol))
order by stated.line
limit 1;

-- statement: currency_of_file
-- Gives a file that was received without a currency, and whose lines name none, the one currency that it states.
-- reads: raw.receipt, staging.stated_currency
update raw.receipt
set
  currency = found.currency,
  notes = list_append(
    coalesce(notes, []),
    format('No line names a currency; line {} does: {} ("{}").', found.line, found.currency, left(found.text, 60))
  )
from (
  select any_value(currency) as currency, min(line) as line, arg_min(text, line) as text
  from staging.stated_currency($stated)
  where currency is not null
  having count(distinct currency) = 1
) as found
where receipt_id = $receipt_id and receipt.currency is null;
