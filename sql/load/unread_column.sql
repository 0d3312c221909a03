-- statement: currency_column
-- Refuses a file whose lines name no currency in a column that is read, although an unread column has the codes of currencies:
-- lines in CHF would be loaded in the currency of the file's receipt. A column with only that currency contradicts nothing.
-- reads: raw.receipt, staging.currency, staging.unread_cell
with
cell as (
  select unread.header, unread.line_no, unread.cell,
    coalesce(currency.currency, case when contains(staging.currency_reason(upper(unread.cell)), 'withdrawn') then upper(unread.cell) end)
      as currency
  from staging.unread_cell($table, $receipt_id, $unread) as unread
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
-- reads: raw.receipt, staging.currency
with
stated as (
  select unnest(from_json($stated, '[{"line": "BIGINT", "text": "VARCHAR", "is_header": "BOOLEAN"}]'), recursive := true)
),
named as (
  select
    line,
    text,
    case when is_header then nullif(regexp_extract(text, '[€£¥₹฿₱₩₫₺₽]'), '') end as symbol,
    coalesce(
      -- some codes are also words
      case when is_header or not regexp_matches(text, '\((ALL|TOP|TRY)\)') then nullif(regexp_extract(text, '\(([A-Z]{3})\)', 1), '') end,
      case when is_header then nullif(regexp_extract(text, '(?:^|[^\p{L}])([A-Z]{3})(?:[^\p{L}]|$)', 1), '') end,
      nullif(regexp_extract(text, '(?i:amounts?|figures|values|balances?)[^\p{L}]+(?:(?i:are|shown|stated|expressed)\s+)*(?i:in)\s+([A-Z]{3})(?:[^\p{L}]|$)', 1), ''),
      nullif(
        regexp_extract(
          text,
          '(?i:currency|ccy|mata wang|matawang|w(?:ä|ae)hrung|devise|monnaie|moneda|divisa|valuta|munt|amount|betrag|amaun|币种|幣別|货币)[^\p{L}]+([A-Z]{3})(?:[^\p{L}]|$)',
          1
        ),
        ''
      )
    ) as code
  from stated
)
select
  'FILE_CURRENCY_UNPROVEN' as code,
  format('The {} states the currency {} on line {} ("{}"), and its lines would be loaded as {}.',
    $title, coalesce(currency.currency, named.symbol), named.line, left(named.text, 60), receipt.currency) as message,
  format('Import the file with its own currency (--currency{}), or name the column of the currency under {}.aliases.currency.',
    coalesce(' ' || currency.currency, ''), $section) as remedy,
  named.line as line_no
from named
inner join raw.receipt as receipt on receipt.receipt_id = $receipt_id
inner join staging.currency as own on own.currency = receipt.currency
left join staging.currency as currency on currency.currency = named.code
where (currency.currency is not null and currency.currency <> own.currency)
  or (currency.currency is null and named.symbol is not null and not list_contains(own.symbols, named.symbol))
order by named.line
limit 1;
