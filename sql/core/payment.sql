-- statement: payment_now
-- grain: one payment, refund, disbursement or chargeback in its current version
-- key: company, payment_key, occurrence
-- reads: core.payment
create or replace view core.payment_now as
select * exclude (known_to)
from core.payment
where known_to is null;

-- statement: gateway_movement
-- What moved the gateway's balance, by the lines of a roll-forward. A fee is a movement of its own, on the day of its line.
-- grain: one line of the roll-forward on one business day, for each payment method
-- key: company, currency, business_date, line_code, method
-- line_code: sales, refunded, charged_back, chargeback_reversed, fees, disbursed (to the bank), allocated (to the payout account), other
-- amount: negative where it lowers the balance
-- reads: core.payment_now, core.allocated_disbursement
create or replace macro core.gateway_movement(period_start, period_end) as table (
  with line as (
    select
      payment.company,
      payment.currency,
      payment.business_date,
      payment.method,
      case payment.kind
        when 'payment' then 'sales'
        when 'refund' then 'refunded'
        when 'chargeback' then 'charged_back'
        when 'chargeback_reversal' then 'chargeback_reversed'
        when 'disbursement' then if(allocated.payment_key is null, 'disbursed', 'allocated')
        else 'other'
      end as line_code,
      case when payment.direction = 'outgoing' then -payment.amount else payment.amount end as amount,
      payment.fee
    from core.payment_now as payment
    left join core.allocated_disbursement as allocated
      on allocated.company = payment.company and allocated.payment_key = payment.payment_key
    where payment.is_money_moved and payment.occurrence = 1
      and payment.business_date >= period_start and payment.business_date < period_end
  )
  select company, currency, business_date, line_code, method, sum(amount)::decimal(38, 4) as amount, count(*) as line_count
  from line
  group by company, currency, business_date, line_code, method
  union all
  select company, currency, business_date, 'fees', method, -sum(fee)::decimal(38, 4), count(*)
  from line
  where fee <> 0
  group by company, currency, business_date, method
);
