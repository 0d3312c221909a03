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
    semi join core.company_input as input on input.company = reading.company and input.input = 'balance' and input.is_configured
  ),
  movement as (
    select
      company,
      currency,
      business_date,
      coalesce(sum(amount) filter (direction = 'incoming'), 0) as collected,
      coalesce(-sum(amount) filter (kind = 'refund'), 0) as refunded,
      coalesce(-sum(amount) filter (kind = 'chargeback'), 0) as charged_back,
      coalesce(-sum(amount) filter (kind = 'disbursement'), 0) as disbursed,
      coalesce(-sum(amount) filter (direction = 'outgoing' and kind not in ('refund', 'chargeback', 'disbursement')), 0) as sent_otherwise,
      coalesce(-sum(fee), 0) as fees
    from core.payment_now
    where is_money_moved and occurrence = 1 and business_date >= period_start and business_date < period_end
    group by company, currency, business_date
  ),
  summed as (
    select
      reading.*,
      coalesce(collected, 0) as collected,
      coalesce(refunded, 0) as refunded,
      coalesce(charged_back, 0) as charged_back,
      coalesce(disbursed, 0) as disbursed,
      coalesce(sent_otherwise, 0) as sent_otherwise,
      coalesce(fees, 0) as fees,
      opening_balance + coalesce(collected + refunded + charged_back + disbursed + sent_otherwise + fees, 0) as expected_balance
    from reading
    left join movement
      on movement.company = reading.company
      and movement.currency = reading.currency
      and movement.business_date = reading.business_date
  ),
  bridge as (
    select *, 1 as line_no, 'opening' as line_code, 'Opening balance per gateway' as title, opening_balance as line_amount,
      false as is_total, false as is_residual
    from summed
    union all select *, 2, 'collected', 'Add: collected from customers', collected, false, false from summed
    union all select *, 3, 'refunded', 'Less: refunds', refunded, false, false from summed
    union all select *, 4, 'charged_back', 'Less: chargebacks', charged_back, false, false from summed
    union all select *, 5, 'disbursed', 'Less: disbursed to the bank', disbursed, false, false from summed
    union all select *, 6, 'sent_otherwise', 'Less: other outgoing', sent_otherwise, false, false from summed
    union all select *, 7, 'fees', 'Less: fees', fees, false, false from summed
    union all select *, 8, 'expected_balance', 'Balance per statement', expected_balance, true, false from summed
    union all select *, 9, 'closing', 'Balance per gateway', closing_balance, true, false from summed
    union all select *, 10, 'residual', 'Unexplained difference (gateway less statement)', closing_balance - expected_balance, false, true from summed
  )
  select
    company,
    currency,
    business_date,
    'balance ' || currency as subject,
    'amount' as measure,
    line_no,
    line_code,
    title,
    line_amount::decimal(38, 4) as amount,
    is_total,
    is_residual
  from bridge
  order by company, currency, business_date, line_no
);
