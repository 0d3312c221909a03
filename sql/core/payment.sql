-- statement: payment_now
-- grain: one payment, refund, disbursement or chargeback in its current version
-- key: company, payment_key, occurrence
-- reads: core.payment
create or replace view core.payment_now as
select * exclude (known_to)
from core.payment
where known_to is null;

-- statement: repeated_payment
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
in_order as (
  select
    payment.company,
    payment.payment_key,
    row_number() over one_reference as place,
    first_value(payment.payment_key) over one_reference as first_key
  from core.payment_now as payment
  inner join several using (company, currency, reference)
  left join (
    select distinct company, payment_key from core.merchant_order where known_to is null and payment_key is not null
  ) as named on named.company = payment.company and named.payment_key = payment.payment_key
  where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
  window one_reference as (
    partition by payment.company, payment.currency, payment.reference
    order by named.payment_key is null, payment.paid_at, payment.payment_key
  )
)
select company, payment_key, first_key
from in_order
where place > 1;
