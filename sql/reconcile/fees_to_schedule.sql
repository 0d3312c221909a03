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
-- The differences named line by line are lines of the bridge, so the residual is zero when each is named.
create or replace macro recon.fees_to_schedule(period_start, period_end) as table (
  with
  total as (
    select
      company,
      currency,
      business_date,
      method,
      sum(agreed) as agreed,
      coalesce(sum(fee - agreed) filter (fee > agreed), 0) as too_high,
      coalesce(sum(fee - agreed) filter (fee < agreed), 0) as too_low,
      sum(fee) as charged
    from core.agreed_fee
    where business_date >= period_start and business_date < period_end
    group by company, currency, business_date, method
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
  select
    company,
    currency,
    business_date,
    method as subject,
    'fee' as measure,
    line_no,
    line_code,
    title,
    line_amount::decimal(38, 4) as amount,
    is_total,
    is_residual
  from bridge
  order by company, currency, business_date, subject, line_no
);
