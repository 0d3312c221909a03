-- name: gateway_balance
-- title: Gateway balance roll-forward
-- kind: control
-- left: Opening balance and statement movements
-- right: Closing balance per gateway
-- grain: company, currency, business day
-- needs: statement, balance
-- absent: The gateway's balance at the end of the day does not name the currency.
-- meaning: The gateway's balance does not roll forward: the movements of the day do not explain its change.
-- action: Look for a missing line, or a line with a wrong amount or fee. "Statement to turnover" shows the direction.
-- order: 15
-- reason: balance_not_explained | control_breach | The statement lines of the day do not explain the change in the balance. | Check "Statement to turnover" for the direction. Then ask the gateway for the missing movement.
create or replace macro recon.gateway_balance(period_start, period_end) as table (
  with
  reading as (
    select reading.*
    from core.gateway_balance_day(period_start, period_end) as reading
    semi join core.company_input as input on input.input = 'balance' and input.is_configured
  ),
  summed as (
    select
      reading.*,
      'balance ' || reading.currency as subject,
      'amount' as measure,
      coalesce(sum(movement.amount) filter (movement.line_code = 'sales'), 0) as sales,
      coalesce(sum(movement.amount) filter (movement.line_code = 'refunded'), 0) as refunded,
      coalesce(sum(movement.amount) filter (movement.line_code = 'charged_back'), 0) as charged_back,
      coalesce(sum(movement.amount) filter (movement.line_code = 'chargeback_reversed'), 0) as chargeback_reversed,
      coalesce(sum(movement.amount) filter (movement.line_code = 'fees'), 0) as fees,
      coalesce(sum(movement.amount) filter (movement.line_code = 'disbursed'), 0) as disbursed,
      coalesce(sum(movement.amount) filter (movement.line_code = 'allocated'), 0) as allocated,
      coalesce(sum(movement.amount) filter (movement.line_code = 'other'), 0) as other,
      coalesce(sum(movement.amount), 0) as moved
    from reading
    left join core.gateway_movement(period_start, period_end) as movement
      on movement.currency = reading.currency
      and movement.business_date = reading.business_date
    group by all
  ),
  bridge as (
    select *, 1 as line_no, 'opening' as line_code, 'Opening balance per gateway' as title, opening_balance as line_amount,
      false as is_total, false as is_residual
    from summed
    union all select *, 2, 'sales', 'Add: sales', sales, false, false from summed
    union all select *, 3, 'refunded', 'Less: refunds', refunded, false, false from summed
    union all select *, 4, 'charged_back', 'Less: chargebacks', charged_back, false, false from summed
    union all select *, 5, 'chargeback_reversed', 'Add: chargebacks reversed', chargeback_reversed, false, false from summed
    union all select *, 6, 'fees', 'Less: fees', fees, false, false from summed
    union all select *, 7, 'disbursed', 'Less: disbursed to the bank', disbursed, false, false from summed
    union all select *, 8, 'allocated', 'Less: allocated to the payout account', allocated, false, false from summed
    union all select *, 9, 'other', 'Other movements', other, false, false from summed
    union all select *, 10, 'expected_balance', 'Balance per statement', opening_balance + moved, true, false from summed
    union all select *, 11, 'closing', 'Balance per gateway', closing_balance, true, false from summed
    union all select *, 12, 'residual', 'Unexplained difference (gateway less statement)',
      closing_balance - opening_balance - moved, false, true from summed
  )
  from recon.bridge_of(bridge)
);
