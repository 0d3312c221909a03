-- How the lines of outgoing money are signed in a statement file. A gateway writes their amounts with either sign, and their net
-- amounts with the sign of the amount or with the other one; one line that differs from all others contradicts them.
-- grain: one type of outgoing money of one statement file
-- key: type_word
-- reads: raw.statement_line, raw.receipt, staging.currency, staging.statement_type
create or replace macro staging.statement_sign(the_file_id) as table (
  with
  line as (
    select
      kind.word as type_word,
      staging.money_from_text(
        staging.with_decimal_point(line.amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
      ) as amount,
      staging.money_from_text(
        staging.with_decimal_point(line.net_amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
      ) as net_amount
    from raw.statement_line as line
    inner join raw.receipt as receipt on receipt.file_id = line.file_id
    inner join staging.statement_type as kind on kind.word = lower(trim(line.type)) and kind.direction = 'outgoing'
    inner join staging.currency as currency on currency.currency = coalesce(upper(trim(line.currency)), receipt.currency)
    where line.file_id = the_file_id
  )
  select
    type_word,
    count(*) filter (amount > 0) as positive_count,
    count(*) filter (amount < 0) as negative_count,
    sum(count(*) filter (sign(amount) = sign(net_amount))) over () as same_sign_count
  from line
  group by type_word
);
