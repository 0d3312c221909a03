-- Wide decimals: sums of figures that are typed wrong must not overflow.
-- grain: one line of one statement file that moves money and states a fee, a net amount or what is withheld: its figures
-- with their signs
-- key: file_id, line_no
-- reads: raw.statement_line, raw.receipt, staging.currency, staging.statement_type, staging.statement_status
create or replace macro staging.statement_figure(the_file_id) as table (
  select
    line.file_id,
    line.line_no,
    kind.direction,
    staging.money_from_text(
      staging.with_decimal_point(line.amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
    )::decimal(38, 4) as amount,
    staging.money_from_text(
      staging.with_decimal_point(line.fee, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
    )::decimal(38, 4) as fee,
    staging.money_from_text(
      staging.with_decimal_point(line.net_amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
    )::decimal(38, 4) as net,
    staging.money_from_text(
      staging.with_decimal_point(line.withheld, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
    )::decimal(38, 4) as withheld,
    staging.major_from_minor('1', currency.exponent) as unit
  from raw.statement_line as line
  inner join raw.receipt as receipt on receipt.file_id = line.file_id
  inner join staging.statement_type as kind on kind.word = lower(trim(line.type))
  inner join staging.statement_status as status on status.word = lower(regexp_replace(trim(line.status), '[\s-]+', '_', 'g'))
  inner join staging.currency as currency on currency.currency = coalesce(upper(trim(line.currency)), receipt.currency)
  where line.file_id = the_file_id
    and status.is_money_moved
    and coalesce(line.fee, line.net_amount, line.withheld) is not null
);
