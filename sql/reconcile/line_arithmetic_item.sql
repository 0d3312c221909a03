-- items of: line_arithmetic
-- grain: each statement line whose net amount differs; and one item per day for the others
-- key: item_key
-- reads: core.line_net
create or replace macro recon.line_arithmetic_item(period_start, period_end) as table (
  with
  line as (
    select * from core.line_net where business_date >= period_start and business_date < period_end
  ),
  item as (
    select
      company,
      currency,
      business_date,
      concat_ws(':', 'line', payment_key, occurrence) as item_key,
      'amount_differs' as outcome,
      'net_differs' as reason_code,
      core.say('line_arithmetic-net_differs', {
        line: line_no,
        amount: core.money_figure(currency, amount),
        fee: core.money_figure(currency, fee),
        withheld: core.money_figure(currency, withheld),
        expected_net: core.money_figure(currency, net_amount - net_minus_expected),
        net: core.money_figure(currency, net_amount)
      }) as reason,
      null::text as match_pass,
      payment_key as left_key,
      reference as left_reference,
      net_amount - net_minus_expected as left_amount,
      payment_key as right_key,
      reference as right_reference,
      net_amount as right_amount,
      paid_at as right_at,
      file_id as right_file_id,
      line_no as right_line_no
    from line
    where net_minus_expected <> 0
    union all
    select
      company,
      currency,
      business_date,
      format('lines:{}:{}', currency, strftime(business_date, '%Y-%m-%d')),
      'matched',
      null,
      core.say('line_arithmetic-' || case when count(*) filter (is_net_stated) = 0 then 'not_compared' else 'as_stated' end, {
        lines: count(*), compared: count(*) filter (is_net_stated)
      }),
      'totals_equal',
      'lines',
      null,
      coalesce(sum(net_amount) filter (is_net_stated), 0),
      'lines',
      null,
      coalesce(sum(net_amount) filter (is_net_stated), 0),
      null,
      null,
      null
    from line
    where coalesce(net_minus_expected, 0) = 0
    group by company, currency, business_date
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
    left_reference,
    left_amount::decimal(38, 4) as left_amount,
    null::timestamptz as left_at,
    right_file_id as left_file_id,
    right_line_no::bigint as left_line_no,
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
