-- statement: payment_now
-- grain: one payment, refund, disbursement or chargeback in its current version
-- key: payment_key, occurrence
-- reads: core.payment
create or replace view core.payment_now as
select * exclude (known_to)
from core.payment
where known_to is null;

-- statement: referenced_payment
-- The payment with a reference. References of several payments are left out.
-- grain: one reference of exactly one payment in a currency
-- key: currency, reference
-- reads: core.payment_now
create or replace view core.referenced_payment as
select currency, reference, any_value(payment_key) as payment_key
from core.payment_now
where kind = 'payment' and is_money_moved and occurrence = 1 and reference is not null
group by currency, reference
having count(*) = 1;

-- statement: payment_return
-- Refunds, chargebacks and reversals in the statement, each with its payment: the payment that it names by id, or else by reference.
-- grain: one refund, chargeback or chargeback reversal
-- key: payment_key
-- paid_key: the payment, which need not be known. named_key: the payment with its reference
-- reads: core.payment_now, core.referenced_payment
create or replace view core.payment_return as
select
  line.payment_key, line.kind, line.currency, line.amount, line.fee, line.reference, line.related_to, line.status,
  line.is_money_moved, line.paid_at, line.business_date, line.receipt_id, line.line_no,
  named.payment_key as named_key,
  coalesce(line.related_to, named.payment_key) as paid_key
from core.payment_now as line
left join core.referenced_payment as named
  on named.currency = line.currency and named.reference = line.reference
where line.kind in ('refund', 'chargeback', 'chargeback_reversal') and line.occurrence = 1;

-- statement: payment_ledger
-- A payment, and what was returned of it in its own currency.
-- grain: one payment
-- key: payment_key
-- remaining: negative where more was returned than paid. fee: of the payment and of its returns
-- reads: core.payment_now, core.payment_return
create or replace view core.payment_ledger as
with
returned as (
  select
    paid_key as payment_key, currency,
    sum(if(kind = 'refund', amount, 0)) as refunded,
    sum(if(kind = 'chargeback', amount, 0)) as charged_back,
    sum(if(kind = 'chargeback_reversal', amount, 0)) as reversed,
    sum(fee) as fee
  from core.payment_return
  where is_money_moved and paid_key is not null
  group by paid_key, currency
)
select
  payment.payment_key, payment.currency, payment.reference, payment.status,
  payment.business_date, payment.paid_at, payment.receipt_id, payment.line_no,
  payment.amount::decimal(38, 4) as paid,
  coalesce(returned.refunded, 0)::decimal(38, 4) as refunded,
  coalesce(returned.charged_back, 0)::decimal(38, 4) as charged_back,
  coalesce(returned.reversed, 0)::decimal(38, 4) as reversed,
  (payment.fee + coalesce(returned.fee, 0))::decimal(38, 4) as fee,
  (payment.amount - coalesce(returned.refunded + returned.charged_back - returned.reversed, 0))::decimal(38, 4) as remaining
from core.payment_now as payment
left join returned
  on returned.payment_key = payment.payment_key and returned.currency = payment.currency
where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1;

-- statement: line_worth
-- What a line of a statement adds to the balance, less its fee: nothing where there is no line, or no money moved.
create or replace macro core.line_worth(line) as (
  case when line.is_money_moved then if(line.direction = 'outgoing', -line.amount, line.amount) - line.fee else 0 end::decimal(38, 4)
);

-- statement: gateway_movement
-- What moved the gateway's balance, by the lines of a roll-forward. A fee is a movement of its own, on the day of its line.
-- grain: one line of the roll-forward on one business day, for each payment method
-- key: currency, business_date, line_code, method
-- line_code: sales, refunded, charged_back, chargeback_reversed, fees, disbursed (to the bank), allocated (to the payout account), other
-- amount: negative where it lowers the balance
-- reads: core.payment_now, core.allocated_disbursement
create or replace macro core.gateway_movement(period_start, period_end) as table (
  with line as (
    select
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
      on allocated.payment_key = payment.payment_key
    where payment.is_money_moved and payment.occurrence = 1
      and payment.business_date >= period_start and payment.business_date < period_end
  )
  select currency, business_date, line_code, method, sum(amount)::decimal(38, 4) as amount, count(*) as line_count
  from line
  group by currency, business_date, line_code, method
  union all
  select currency, business_date, 'fees', method, -sum(fee)::decimal(38, 4), count(*)
  from line
  where fee <> 0
  group by currency, business_date, method
);
