-- statement: fees_to_schedule
-- name: fees_to_schedule
-- title: Fees to fee schedule
-- kind: control
-- left: Fees per agreed schedule
-- right: Fees charged per statement
-- grain: company, currency, business day, payment method
-- needs: statement, fee_schedule
-- subjects: yes
-- meaning: The gateway charged a fee that differs from the agreed schedule.
-- action: Compare the payment with your agreement. Claim the difference from the gateway.
-- order: 22
-- reason: fee_too_high | fee_differs | The fee charged is above the agreed fee. | Claim the difference from the gateway.
-- reason: fee_too_low | fee_differs | The fee charged is below the agreed fee. | Expect a correction. Check that the schedule in the configuration is current.
-- Each difference that is found on a line is a line of the bridge, so the residual is zero when all of them are named.
create or replace macro recon.fees_to_schedule(period_start, period_end) as table (
  with
  total as (
    select
      currency,
      business_date,
      method as subject,
      'fee' as measure,
      sum(agreed) as agreed,
      coalesce(sum(fee - agreed) filter (fee > agreed), 0) as too_high,
      coalesce(sum(fee - agreed) filter (fee < agreed), 0) as too_low,
      sum(fee) as charged
    from core.agreed_fee
    where business_date >= period_start and business_date < period_end
    group by currency, business_date, method
  ),
  bridge as (
    select *, 1 as line_no, 'agreed' as line_code, 'Fees per agreed schedule' as title, agreed as line_amount, false as is_total, false as is_residual
    from total
    union all select *, 2, 'too_high', 'Add: charged above the schedule', too_high, false, false from total
    union all select *, 3, 'too_low', 'Less: charged below the schedule', too_low, false, false from total
    union all select *, 4, 'expected_fees', 'Fees explained', agreed + too_high + too_low, true, false from total
    union all select *, 5, 'charged', 'Fees per statement', charged, true, false from total
    union all select *, 6, 'residual', 'Unexplained difference (statement less explained)', charged - agreed - too_high - too_low, false, true from total
  )
  from recon.bridge_of(bridge)
);

-- statement: fees_to_schedule_item
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
      currency,
      business_date,
      'payment:' || payment_key as item_key,
      case when fee > agreed then 'fee_too_high' else 'fee_too_low' end as reason_code,
      core.say('fees_to_schedule-' || case when fee > agreed then 'fee_too_high' else 'fee_too_low' end, {
        amount: core.money_figure(currency, amount),
        agreed: core.money_figure(currency, agreed),
        charged: core.money_figure(currency, fee),
        method: method
      }) as reason,
      method as left_key,
      agreed as left_amount,
      recon.record_of(payment_key, reference, paid_at, receipt_id, line_no) as right_record,
      fee as right_amount,
      fee - agreed as right_minus_left
    from line
    where fee <> agreed
    union all by name
    select
      currency,
      business_date,
      format('method:{}:{}:{}', currency, method, strftime(business_date, '%Y-%m-%d')) as item_key,
      core.say('fees_to_schedule-as_agreed', { payments: count(*), method: method, charged: core.money_figure(currency, sum(fee)) }) as reason,
      'totals_equal' as match_pass,
      method as left_key,
      sum(agreed) as left_amount,
      method as right_key,
      sum(fee) as right_amount,
      0 as right_minus_left
    from line
    where fee = agreed
    group by currency, business_date, method
  )
  from recon.item_of('fees_to_schedule', item)
);

-- statement: fees_to_schedule_subject
-- subjects of: fees_to_schedule
-- grain: one payment method that was charged on a day, whether or not the schedule has a rule for it
-- key: currency, business_date, subject
-- reads: core.payment_now
create or replace macro recon.fees_to_schedule_subject(period_start, period_end) as table (
  with charged as (
    select
      currency,
      business_date,
      method,
      count(*) as payments,
      core.money_figure(currency, sum(amount)) as amount,
      core.money_figure(currency, sum(fee)) as fees
    from core.payment_now
    where kind = 'payment' and is_money_moved and occurrence = 1 and business_date >= period_start and business_date < period_end
    group by currency, business_date, method
  )
  select
    currency,
    business_date,
    coalesce(method, 'unknown') as subject,
    core.say(case when method is null then 'fees-method_unknown' else 'fees-without_rule' end, {
      method: method, currency: currency, payments: payments, amount: amount, fees: fees
    }) as no_figures,
    core.say(case when method is null then 'fees-ask_for_methods' else 'fees-add_rule' end, { method: method, currency: currency })
      as what_to_do
  from charged
);
