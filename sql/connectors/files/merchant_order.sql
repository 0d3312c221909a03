-- grain: one line of an order file, typed
-- key: file_id, line_no
-- reads: raw.order_line, raw.receipt, staging.currency, staging.order_status
-- A rejected line has reject_code and reject_reason, and is not loaded. A negative amount is a credit note, and a refund may
-- exceed its order: both are facts of the shop, for the reconciliations to judge. An empty refunded amount is none, unless 19 of
-- 20 paid orders have one and some are zero: there it is missing, and the refunds of the day are not proven. An order that was
-- never paid has nothing to refund, and the status of a refunded order is its amount.
create or replace macro staging.merchant_order(the_file_id, the_zone) as table (
  with
  line as (
    select
      line.file_id,
      line.line_no,
      receipt.company,
      receipt.received_at,
      receipt.date_order,
      receipt.earliest_day,
      receipt.latest_day,
      timezone(the_zone, receipt.earliest_day::timestamp) as earliest_at,
      timezone(the_zone, receipt.latest_day::timestamp + interval 1 day) as latest_at,
      trim(line."order") as order_id,
      nullif(trim(line.reference), '') as reference,
      coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency) as currency_code,
      staging.with_decimal_point(line.amount, receipt.decimal_mark) as amount_text,
      staging.with_decimal_point(line.refunded, receipt.decimal_mark) as refunded_text,
      line.amount as written_amount,
      line.refunded as written_refunded,
      nullif(trim(line.status), '') as status_text,
      lower(regexp_replace(status_text, '[\s-]+', '_', 'g')) as status,
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
      min(line_no) over (partition by order_id) as first_line_no,
      -- a shop that writes 0.00 where nothing was refunded leaves no cell of a paid order empty; a count with a filter over ()
      -- would read the whole file for each line
      coalesce(
        bool_or(refunded = 0) over ()
          and count(case when is_paid and staging.tidy_text(refunded_text) is null then 1 end) over () * 19
            <= count(case when is_paid and refunded is not null then 1 end) over (),
        false
      ) as is_zero_written
    from line
    left join staging.currency as currency on currency.currency = line.currency_code
    left join staging.order_status as order_status
      on order_status.company = line.company and order_status.word = line.status
  ),
  classified as (
    select
      typed.*,
      case
        when status is null and staging.tidy_text(placed_text) is null and staging.tidy_text(amount_text) is not null
          and (
            coalesce(order_id, '') = ''
            or regexp_matches(lower(order_id), '^\s*(grand[ -]?|sub[ -]?)?(total|jumlah|sum|summe|gesamt)')
          )
          then 'summary_row'
        when status is null and staging.tidy_text(amount_text) is null and staging.tidy_text(refunded_text) is null
          and (coalesce(order_id, '') = '' or line_no > first_line_no)
          then 'item_row'
        when coalesce(order_id, '') = '' then 'order_missing'
        when line_no > first_line_no then 'order_twice'
        when currency_code is null then 'currency_missing'
        when exponent is null then 'currency_unknown'
        when staging.tidy_text(amount_text) is null then 'amount_missing'
        when amount is null then 'amount_unreadable'
        when refunded is null and staging.tidy_text(refunded_text) is not null then 'refunded_unreadable'
        when status is null then 'status_missing'
        when is_paid is null then 'status_unknown'
        when staging.tidy_text(placed_text) is null then 'time_missing'
        when placed_at is null and staging.has_short_year(placed_text) then 'year_two_digits'
        when placed_at is null then 'time_unreadable'
        when placed_at < earliest_at or placed_at >= latest_at then 'date_implausible'
      end as reject_code,
      coalesce(is_paid and is_zero_written, false) and staging.tidy_text(refunded_text) is null
        and status not in ('refunded', 'partly_refunded', 'partially_refunded') as is_refund_missing
    from typed
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
    refunded is not null as has_refunded,
    is_refund_missing,
    customer_name,
    customer_email,
    purchase_id,
    placed_at,
    case
      when placed_at < earliest_at or placed_at >= latest_at then null
      else cast(timezone(the_zone, placed_at) as date)
    end as business_date,
    md5(
      concat_ws(
        '|', reference, currency_code, amount, status, refunded, case when is_refund_missing then 'refunded amount missing' end, purchase_id,
        placed_at
      )
    ) as content_hash,
    received_at as known_from,
    reject_code,
    case reject_code
      when 'summary_row' then 'Summary row among the lines: "' || coalesce(order_id, written_amount) || '".'
      when 'item_row' then 'Further row of an order, without amount and status.'
      when 'order_missing' then 'The line has no order number.'
      when 'order_twice' then 'The order "' || order_id || '" is already in line ' || first_line_no || '.'
      when 'currency_missing' then 'The line names no currency.'
      when 'currency_unknown' then 'The currency "' || currency_code || '" is unknown.'
      when 'amount_missing' then 'The line has no amount.'
      when 'amount_unreadable' then 'The amount "' || written_amount || '" is not a valid amount in ' || currency_code || '.'
      when 'refunded_unreadable'
        then 'The refunded amount "' || written_refunded || '" is not a valid amount in ' || currency_code || '.'
      when 'status_missing' then 'The line has no status.'
      when 'status_unknown' then 'The status "' || status_text || '" is unknown.'
      when 'time_missing' then 'The line has no time.'
      when 'year_two_digits' then 'The year of "' || placed_text || '" has two digits: export it with four.'
      when 'time_unreadable' then 'The time of the order "' || placed_text || '" is not a valid time.'
      when 'date_implausible'
        then 'The time of the order "' || placed_text || '" is not between ' || earliest_day || ' and ' || latest_day || '.'
    end as reject_reason,
    raw_text
  from classified
);
