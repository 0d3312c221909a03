-- grain: one line of a bank statement, typed
-- key: file_id, line_no
-- reads: raw.bank_statement_line, raw.receipt, staging.currency
-- Bank lines have no number: a line is identified by its content, and a repeated line by its position.
create or replace macro staging.bank_line(the_file_id) as table (
  with
  line as (
    select
      line.file_id,
      line.line_no,
      receipt.company,
      receipt.received_at,
      line.booked_on as booked_text,
      line.value_date as value_text,
      coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency) as currency_code,
      staging.with_decimal_point(line.amount, receipt.decimal_mark) as amount_text,
      staging.with_decimal_point(line.balance, receipt.decimal_mark) as balance_text,
      nullif(trim(line.description), '') as description,
      nullif(trim(line.reference), '') as reference,
      concat_ws(' | ', line.booked_on, line.currency, line.amount, line.description, line.reference) as raw_text
    from raw.bank_statement_line as line
    inner join raw.receipt as receipt on receipt.file_id = line.file_id
    where line.file_id = the_file_id
  ),
  typed as (
    select
      line.*,
      currency.exponent,
      staging.money_from_text(amount_text, list_concat(currency.symbols, [currency.currency]), currency.exponent) as amount,
      staging.money_from_text(balance_text, list_concat(currency.symbols, [currency.currency]), currency.exponent) as balance,
      coalesce(
        try_cast(try_strptime(trim(booked_text), ['%Y-%m-%d', '%d/%m/%Y', '%d-%m-%Y', '%d %b %Y', '%d.%m.%Y']) as date)
      ) as booked_on,
      try_cast(try_strptime(trim(value_text), ['%Y-%m-%d', '%d/%m/%Y', '%d-%m-%Y', '%d %b %Y', '%d.%m.%Y']) as date) as value_on
    from line
    left join staging.currency as currency on currency.currency = line.currency_code
  ),
  keyed as (
    select
      typed.*,
      row_number() over (
        partition by booked_on, value_on, currency_code, amount, description, reference, balance order by line_no
      ) as occurrence
    from typed
  )
  select
    file_id,
    line_no,
    company,
    'bank-' || substr(md5(concat_ws('|', booked_on, value_on, currency_code, amount, description, reference, balance, occurrence)), 1, 20)
      as bank_line_key,
    booked_on,
    value_on,
    currency_code as currency,
    amount,
    description,
    reference,
    balance,
    received_at as known_from,
    case
      when currency_code is null then 'currency_missing'
      when exponent is null then 'currency_unknown'
      when amount is null then 'amount_unreadable'
      when booked_on is null then 'date_unreadable'
    end as reject_code,
    raw_text
  from keyed
);
