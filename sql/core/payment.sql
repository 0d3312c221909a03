-- statement: payment_now
-- grain: one payment, refund, disbursement or chargeback in its current version
-- key: company, payment_key, occurrence
-- reads: core.payment
create or replace view core.payment_now as
select * exclude (known_to)
from core.payment
where known_to is null;

-- statement: repeated_payment
-- A payment more than 27 days after the previous payment on its reference is not a repeated payment: equal payments of each month
-- may share a reference.
-- grain: one further payment on a reference that is already paid
-- key: company, payment_key
-- reads: core.payment_now, core.merchant_order
-- The first payment is the payment that an order names, or else the earliest payment.
create or replace view core.repeated_payment as
with
several as (
  select company, currency, reference
  from core.payment_now
  where kind = 'payment' and is_money_moved and occurrence = 1 and reference is not null
  group by company, currency, reference
  having count(*) > 1
),
paid as (
  select
    payment.company, payment.currency, payment.reference, payment.payment_key, payment.paid_at,
    payment.business_date - lag(payment.business_date) over (
      partition by payment.company, payment.currency, payment.reference order by payment.paid_at, payment.payment_key
    ) as days_since
  from core.payment_now as payment
  inner join several using (company, currency, reference)
  where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
),
divided as (
  select
    *,
    count(case when days_since > 27 then 1 end) over (
      partition by company, currency, reference order by paid_at, payment_key
    ) as series_no
  from paid
),
in_order as (
  select
    divided.company,
    divided.payment_key,
    row_number() over one_series as place,
    first_value(divided.payment_key) over one_series as first_key
  from divided
  left join (
    select distinct company, payment_key from core.merchant_order where known_to is null and payment_key is not null
  ) as named on named.company = divided.company and named.payment_key = divided.payment_key
  window one_series as (
    partition by divided.company, divided.currency, divided.reference, divided.series_no
    order by named.payment_key is null, divided.paid_at, divided.payment_key
  )
)
select company, payment_key, first_key
from in_order
where place > 1;

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
