-- grain: one line of a statement, or one row that states a total, with its figures as they are written
-- key: line_no
-- reads: raw.statement_line, raw.receipt, staging.currency, incoming
select
  line.line_no,
  incoming.reject_code is not distinct from 'summary_row' as is_summary,
  coalesce(line.type, line.id, line.reference, line.description, line.amount) as label,
  regexp_matches(lower(concat_ws('|', line.type, line.id, line.reference, line.description)), '(^|\|)\s*(grand[ -]?|sub[ -]?)?(total|jumlah|sum)\b')
    as has_label,
  coalesce(upper(trim(line.currency)), receipt.currency) as currency,
  staging.tidy_text(line.currency) is not null as is_currency_stated,
  coalesce(incoming.is_money_moved, false) as is_moved,
  coalesce(incoming.direction = 'outgoing', false) as goes_out,
  staging.money_from_text(
    staging.with_decimal_point(line.amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
  )::decimal(38, 4) as amount,
  staging.money_from_text(
    staging.with_decimal_point(line.fee, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
  )::decimal(38, 4) as fee,
  staging.money_from_text(
    staging.with_decimal_point(line.net_amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
  )::decimal(38, 4) as net
from raw.statement_line as line
inner join raw.receipt as receipt on receipt.file_id = line.file_id
inner join incoming as incoming on incoming.line_no = line.line_no
inner join staging.currency as currency on currency.currency = coalesce(upper(trim(line.currency)), receipt.currency)
where line.file_id = $file_id
  and coalesce(incoming.reject_code, '') <> 'header_repeated'
