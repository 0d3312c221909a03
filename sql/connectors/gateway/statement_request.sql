-- statement: statement_request
-- Refuses a statement without a single paid line near the time and currency for which it was requested: it is a different
-- statement, and loading it would end every payment of the requested time.
with
paid as (
  select
    count(*) as line_count,
    count(*) filter (
      where incoming.paid_at >= receipt.window_from - interval 1 day
        and incoming.paid_at < receipt.window_to + interval 1 day
        and incoming.currency = coalesce(receipt.currency, incoming.currency)
    ) as requested_count,
    min(incoming.line_no) as first_line,
    timezone($zone, min(incoming.paid_at))::date as first_day,
    timezone($zone, max(incoming.paid_at))::date as last_day,
    string_agg(distinct incoming.currency, ', ' order by incoming.currency) as currencies,
    any_value(receipt.currency) as requested_currency,
    timezone($zone, any_value(receipt.window_from))::date as from_day,
    timezone($zone, any_value(receipt.window_to) - interval 1 microsecond)::date as to_day
  from incoming
  inner join raw.receipt as receipt on receipt.receipt_id = incoming.receipt_id
  where incoming.reject_code is null and incoming.is_money_moved and receipt.window_from is not null
)
select
  'FILE_REQUEST_CONTRADICTS' as code,
  format(
    'The statement was requested for {} to {}{}, but all its paid lines are from {} to {} in {}.',
    from_day, to_day, coalesce(' in ' || requested_currency, ''), first_day, last_day, currencies
  ) as message,
  'Run again to request it once more. If the gateway returns the same, report it to the gateway, and then run with --refresh.' as remedy,
  first_line as line_no
from paid
where line_count > 0 and requested_count = 0;

-- statement: statement_summed
-- grain: one line of a statement, or one row that states a total, with its figures as they are written
-- key: line_no
-- reads: file_line, raw.receipt, staging.currency, incoming
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
from file_line as line
inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
inner join incoming as incoming on incoming.line_no = line.line_no
inner join staging.currency as currency on currency.currency = coalesce(upper(trim(line.currency)), receipt.currency)
where coalesce(incoming.reject_code, '') <> 'header_repeated';
