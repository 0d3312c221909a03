-- grain: one line of a market statement as a payment or refund
-- key: payment_key, occurrence
-- reads: the table the_lines, raw.receipt, staging.currency
create or replace macro staging.market_payment(the_receipt_id, the_zone, the_lines) as table (
  with
  line as (
    select
      line.receipt_id,
      line.line_no,
      receipt.received_at,
      line.sale as payment_key,
      case lower(trim(line.kind)) when 'sale' then 'payment' when 'return' then 'refund' end as kind,
      upper(trim(line.currency)) as currency,
      line.gross,
      line.commission,
      line."order" as reference,
      staging.instant_from_text(line.sold_at, the_zone, receipt.date_order) as sold_at,
      staging.instant_from_text(line.paid_out_at, the_zone, receipt.date_order) as paid_out_at
    from query_table(the_lines) as line
    inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
  ),
  typed as (
    select
      line.*,
      staging.money_from_text(gross, list_concat(currency.symbols, [currency.currency]), currency.exponent) as amount,
      coalesce(
        staging.money_from_text(commission, list_concat(currency.symbols, [currency.currency]), currency.exponent),
        0
      ) as fee
    from line
    left join staging.currency as currency on currency.currency = line.currency
  ),
  classified as (
    select
      typed.*,
      case
        when kind is null then 'type_unknown'
        when amount is null then 'amount_unreadable'
        when sold_at is null then 'paid_unreadable'
      end as reject_code
    from typed
  )
  select
    receipt_id,
    line_no,
    received_at,
    payment_key,
    row_number() over (partition by payment_key order by line_no)::integer as occurrence,
    kind,
    case kind when 'refund' then 'outgoing' else 'incoming' end as direction,
    currency,
    amount,
    fee,
    amount - fee as net_amount,
    reference,
    null::text as related_to,
    'paid' as status,
    true as is_money_moved,
    'market' as method,
    null::text as product,
    null::text as flow,
    null::text as country,
    null::text as description,
    null::text as customer_name,
    null::text as customer_email,
    sold_at as created_at,
    sold_at as paid_at,
    paid_out_at as settled_at,
    cast(timezone(the_zone, sold_at) as date) as business_date,
    reject_code,
    'The line cannot be read: ' || reject_code || '.' as reject_reason,
    concat_ws(' | ', payment_key, kind, currency, gross, commission, reference) as raw_text
  from classified
);
