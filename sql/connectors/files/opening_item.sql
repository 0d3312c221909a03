-- grain: one line of a take-on file, typed
-- key: file_id, line_no
-- reads: raw.opening_line, raw.receipt, staging.currency, core.company_setting
-- A rejected line has reject_code and reject_reason, and is not loaded. An item is from before the first business day; a balance
-- is that of its cut-off, whatever its date.
create or replace macro staging.opening_item(the_file_id, the_zone) as table (
  with
  line as (
    select
      line.file_id,
      line.line_no,
      receipt.company,
      receipt.received_at,
      setting.value::date as starts_on,
      lower(trim(line.item)) as item,
      nullif(trim(line.id), '') as item_id,
      nullif(trim(line.reference), '') as reference,
      staging.day_from_text(line.occurred_on, receipt.date_order) as stated_on,
      line.occurred_on as day_text,
      coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency) as currency_code,
      staging.with_decimal_point(line.amount, receipt.decimal_mark) as amount_text,
      staging.with_decimal_point(line.fee, receipt.decimal_mark) as fee_text,
      concat_ws(' | ', line.item, line.id, line.reference, line.occurred_on, line.currency, line.amount, line.fee) as raw_text
    from raw.opening_line as line
    inner join raw.receipt as receipt on receipt.file_id = line.file_id
    left join core.company_setting as setting on setting.company = receipt.company and setting.name = 'starts_on'
    where line.file_id = the_file_id
  ),
  typed as (
    select
      line.*,
      currency.exponent,
      case when item = 'balance' then starts_on - 1 else stated_on end as occurred_on,
      staging.money_from_text(amount_text, list_concat(currency.symbols, [currency.currency]), currency.exponent) as amount,
      staging.money_from_text(fee_text, list_concat(currency.symbols, [currency.currency]), currency.exponent) as fee,
      min(line_no) over (partition by item, item_id, currency_code) as first_line_no
    from line
    left join staging.currency as currency on currency.currency = line.currency_code
  )
  select
    file_id,
    line_no,
    company,
    item,
    item_id,
    reference,
    occurred_on,
    occurred_on as business_date,
    currency_code as currency,
    amount,
    coalesce(fee, 0) as fee,
    received_at as known_from,
    case
      when item is null or item not in ('balance', 'order', 'payment', 'deposit') then 'item_unknown'
      when item_id is null then 'id_missing'
      when line_no > first_line_no then 'item_twice'
      when exponent is null then 'currency_unknown'
      when amount is null then 'amount_unreadable'
      when item <> 'balance' and amount <= 0 then 'amount_not_positive'
      when fee is null and staging.tidy_text(fee_text) is not null then 'amount_unreadable'
      when occurred_on is null then 'day_unreadable'
      when occurred_on >= starts_on then 'not_before_start'
    end as reject_code,
    case reject_code
      when 'item_unknown' then 'The item "' || coalesce(item, '') || '" is not balance, order, payment or deposit.'
      when 'id_missing' then 'The line has no id.'
      when 'item_twice' then 'The ' || item || ' "' || item_id || '" is already in line ' || first_line_no || '.'
      when 'currency_unknown' then 'The currency "' || coalesce(currency_code, '') || '" is unknown.'
      when 'amount_unreadable' then 'The amount or fee is not a valid amount in ' || currency_code || '.'
      when 'amount_not_positive' then 'The amount of an open item must be above zero.'
      when 'day_unreadable' then 'The day "' || coalesce(day_text, '') || '" is not a valid day.'
      when 'not_before_start' then 'The item is of ' || occurred_on || '; only items from before ' || starts_on
        || ', the first business day, are taken on.'
    end as reject_reason,
    raw_text
  from typed
);
