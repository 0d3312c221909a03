-- items of: fees_to_schedule
-- grain: each payment with a fee other than agreed; and one item per day and method for the others
-- key: item_key
-- reads: core.agreed_fee
create or replace macro recon.fees_to_schedule_item(period_start, period_end) as table (
  with
  line as (
    select * from core.agreed_fee where business_date >= period_start and business_date < period_end
  ),
  item as (
    select
      company,
      currency,
      business_date,
      'payment:' || payment_key as item_key,
      'fee_differs' as outcome,
      case when fee > agreed then 'fee_too_high' else 'fee_too_low' end as reason_code,
      core.say('fees_to_schedule-' || case when fee > agreed then 'fee_too_high' else 'fee_too_low' end, {
        amount: core.money_figure(currency, amount),
        agreed: core.money_figure(currency, agreed),
        charged: core.money_figure(currency, fee),
        method: method
      }) as reason,
      null::text as match_pass,
      method as left_key,
      agreed as left_amount,
      payment_key as right_key,
      reference as right_reference,
      fee as right_amount,
      paid_at as right_at,
      file_id as right_file_id,
      line_no as right_line_no
    from line
    where fee <> agreed
    union all
    select
      company,
      currency,
      business_date,
      format('method:{}:{}:{}', currency, method, strftime(business_date, '%Y-%m-%d')),
      'matched',
      null,
      core.say('fees_to_schedule-as_agreed', { payments: count(*), method: method, charged: core.money_figure(currency, sum(fee)) }),
      'totals_equal',
      method,
      sum(agreed),
      method,
      null,
      sum(fee),
      null,
      null,
      null
    from line
    where fee = agreed
    group by company, currency, business_date, method
  )
  select
    company,
    currency,
    business_date,
    item_key,
    outcome,
    reason_code,
    reason,
    match_pass,
    left_key,
    null::text as left_reference,
    left_amount::decimal(38, 4) as left_amount,
    null::timestamptz as left_at,
    null::integer as left_file_id,
    null::bigint as left_line_no,
    right_key,
    right_reference,
    right_amount::decimal(38, 4) as right_amount,
    right_at,
    right_file_id,
    right_line_no::bigint as right_line_no,
    (right_amount - left_amount)::decimal(38, 4) as right_minus_left,
    null::date as expected_on,
    null::date as becomes_break_on,
    null::text as evidence,
    null::text as runners_up
  from item
  order by company, currency, business_date, item_key
);
