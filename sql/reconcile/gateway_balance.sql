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
  day as (
    select
      company.company,
      company.zone,
      company.currencies,
      unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
    from core.company as company
    semi join core.company_input as input on input.company = company.company and input.input = 'balance' and input.is_configured
  ),
  asked as (
    select distinct receipt.company, receipt.window_from as balance_at
    from raw.receipt as receipt
    inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
    where input.input = 'balance' and receipt.load_status = 'loaded'
  ),
  -- a currency that no answer had yet has a balance of zero, until money moves in it; one that is in no later answer is lost
  first_reading as (
    select company, currency, min(balance_at) as first_at from core.gateway_balance_at group by company, currency
  ),
  reading as (
    select
      day.company,
      day.business_date,
      day.currency,
      coalesce(opening.balance, 0) as opening_balance,
      coalesce(closing.balance, 0) as closing_balance
    -- of another currency there is no statement: its movements are unknown
    from (select * exclude (currencies), unnest(currencies) as currency from day) as day
    inner join asked as opening_asked
      on opening_asked.company = day.company and opening_asked.balance_at = timezone(day.zone, day.business_date::timestamp)
    inner join asked as closing_asked
      on closing_asked.company = day.company
      and closing_asked.balance_at = timezone(day.zone, (day.business_date + interval 1 day)::timestamp)
    left join first_reading on first_reading.company = day.company and first_reading.currency = day.currency
    left join core.gateway_balance_at as opening
      on opening.company = day.company and opening.currency = day.currency and opening.balance_at = opening_asked.balance_at
    left join core.gateway_balance_at as closing
      on closing.company = day.company and closing.currency = day.currency and closing.balance_at = closing_asked.balance_at
    where (opening.currency is not null or coalesce(first_reading.first_at > opening_asked.balance_at, true))
      and (closing.currency is not null or coalesce(first_reading.first_at > closing_asked.balance_at, true))
      and not exists (
        select 1 from core.balance_lost as lost
        where lost.company = day.company and lost.currency = day.currency
          and lost.balance_at in (opening_asked.balance_at, closing_asked.balance_at)
      )
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
