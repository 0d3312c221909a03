-- name: fees_to_schedule
-- title: Fees charged to fees agreed
-- kind: control
-- left: Fees that the agreed schedule gives
-- right: Fees charged in the statement
-- grain: company, currency, business day, payment method
-- meaning: The gateway charged another fee than you agreed on.
-- action: Compare the payment with your agreement; claim the difference from the gateway.
-- order: 22
-- reason: fee_too_high | fee_differs | More was charged than agreed. | Claim the difference from the gateway.
-- reason: fee_too_low | fee_differs | Less was charged than agreed. | Expect a correction; check that the schedule in the configuration is the current one.
-- The differences that are named line by line are lines of the bridge; so nothing is left when each is named.
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
    select *, 1 as line_no, 'agreed' as line_code, 'Fees as agreed' as title, agreed as line_amount, false as is_total, false as is_residual
    from total
    union all select *, 2, 'too_high', 'Add: charged above the agreement', too_high, false, false from total
    union all select *, 3, 'too_low', 'Less: charged below the agreement', too_low, false, false from total
    union all select *, 4, 'expected_fees', 'Fees explained', agreed + too_high + too_low, true, false from total
    union all select *, 5, 'charged', 'Fees per statement', charged, true, false from total
    union all select *, 6, 'residual', 'Unexplained (statement less explained)', charged - agreed - too_high - too_low, false, true from total
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
