-- grain: one line of an order file, typed
-- key: file_id, line_no
-- reads: raw.order_line, raw.receipt, staging.currency, staging.order_status
create or replace macro staging.merchant_order(the_file_id, the_zone) as table (
  with
  line as (
    select
      line.file_id,
      line.line_no,
      receipt.company,
      receipt.received_at,
      receipt.date_order,
      trim(line."order") as order_id,
      nullif(trim(line.reference), '') as reference,
      coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency) as currency_code,
      staging.with_decimal_point(line.amount, receipt.decimal_mark) as amount_text,
      staging.with_decimal_point(line.refunded, receipt.decimal_mark) as refunded_text,
      lower(regexp_replace(trim(line.status), '[\s-]+', '_', 'g')) as status,
      line.placed_on as placed_text,
      nullif(trim(line.customer), '') as customer_name,
      nullif(trim(line.customer_email), '') as customer_email,
      nullif(trim(line.purchase_id), '') as purchase_id,
      concat_ws(' | ', line."order", line.reference, line.placed_on, line.currency, line.amount, line.status) as raw_text
    from raw.order_line as line
    inner join raw.receipt as receipt on receipt.file_id = line.file_id
    where line.file_id = the_file_id
  ),
  typed as (
    select
      line.*,
      staging.money_from_text(amount_text, list_concat(currency.symbols, [currency.currency]), currency.exponent) as amount,
      staging.money_from_text(refunded_text, list_concat(currency.symbols, [currency.currency]), currency.exponent) as refunded,
      staging.instant_from_text(placed_text, the_zone, date_order) as placed_at,
      order_status.is_paid,
      currency.exponent,
      row_number() over (partition by order_id order by line_no) as occurrence
    from line
    left join staging.currency as currency on currency.currency = line.currency_code
    left join staging.order_status as order_status
      on order_status.company = line.company and order_status.word = line.status
  )
  select
    file_id,
    line_no,
    company,
    order_id,
    reference,
    currency_code as currency,
    amount,
    is_paid,
    status,
    coalesce(refunded, 0) as refunded,
    customer_name,
    customer_email,
    purchase_id,
    placed_at,
    cast(timezone(the_zone, placed_at) as date) as business_date,
    md5(concat_ws('|', reference, currency_code, amount, status, refunded, purchase_id, placed_at)) as content_hash,
    received_at as known_from,
    case
      when coalesce(order_id, '') = '' then 'order_missing'
      when occurrence > 1 then 'order_twice'
      when currency_code is null then 'currency_missing'
      when exponent is null then 'currency_unknown'
      when amount is null then 'amount_unreadable'
      when refunded_text is not null and refunded_text <> '' and refunded is null then 'refunded_unreadable'
      when is_paid is null then 'status_unknown'
      when placed_at is null then 'time_unreadable'
    end as reject_code,
    raw_text
  from typed
);
