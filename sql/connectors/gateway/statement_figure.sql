-- Wide decimals: sums of figures that are typed wrong must not overflow. The cast is quicker than the strict reading, and is
-- enough for evidence: a line whose figures it reads and the strict reading does not is rejected all the same.
-- grain: one line of one statement file that moves money and states a fee, a net amount or what is withheld: its figures
-- with their signs
-- key: file_id, line_no
-- reads: raw.statement_line, raw.receipt, staging.currency, staging.statement_type, staging.statement_status
create or replace macro staging.statement_figure(the_file_id) as table (
  select
    line.file_id,
    line.line_no,
    kind.kind,
    kind.direction,
    coalesce(
      try_cast(staging.with_decimal_point(line.amount, receipt.decimal_mark) as decimal(18, 4)),
      staging.money_from_text(
        staging.with_decimal_point(line.amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
      )
    )::decimal(38, 4) as amount,
    coalesce(
      try_cast(staging.with_decimal_point(line.fee, receipt.decimal_mark) as decimal(18, 4)),
      staging.money_from_text(
        staging.with_decimal_point(line.fee, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
      )
    )::decimal(38, 4) as fee,
    coalesce(
      try_cast(staging.with_decimal_point(line.net_amount, receipt.decimal_mark) as decimal(18, 4)),
      staging.money_from_text(
        staging.with_decimal_point(line.net_amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
      )
    )::decimal(38, 4) as net,
    coalesce(
      try_cast(staging.with_decimal_point(line.withheld, receipt.decimal_mark) as decimal(18, 4)),
      staging.money_from_text(
        staging.with_decimal_point(line.withheld, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
      )
    )::decimal(38, 4) as withheld,
    staging.major_from_minor('1', currency.exponent) as unit
  from raw.statement_line as line
  inner join raw.receipt as receipt on receipt.file_id = line.file_id
  inner join staging.statement_type as kind on kind.word = lower(trim(line.type))
  inner join staging.statement_status as status on status.word = case
      when regexp_matches(line.status, '[\s-]') then lower(regexp_replace(trim(line.status), '[\s-]+', '_', 'g'))
      else lower(line.status)
    end
  inner join staging.currency as currency on currency.currency = coalesce(upper(trim(line.currency)), receipt.currency)
  where line.file_id = the_file_id
    and status.is_money_moved
    and coalesce(line.fee, line.net_amount, line.withheld) is not null
);
