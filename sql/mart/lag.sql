-- grain: one company, currency and payment method
-- key: company, currency, method
-- reads: core.payment_now
-- Unsettled payments are counted, and have no days.
create or replace view publish.lag as
with
payment as (
  select
    payment.company,
    payment.currency,
    coalesce(payment.method, 'unknown') as method,
    -- the business day of a payment is that on which it was paid
    date_diff('day', payment.business_date, payment.settlement_date) as days
  from core.payment_now as payment
  where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1 and payment.paid_at is not null
)
select
  company,
  currency,
  method,
  count(days) as settled_count,
  count(*) - count(days) as waiting_count,
  min(days) as least_days,
  quantile_disc(days, 0.5)::integer as usual_days,
  quantile_disc(days, 0.95)::integer as high_days,
  max(days) as most_days
from payment
group by company, currency, method;

create table if not exists mart.lag as from publish.lag limit 0;

comment on table mart.lag is 'Days from payment to settlement by payment method. How long do settlements take?';
comment on column mart.lag.company is 'Company, as named in the configuration.';
comment on column mart.lag.currency is 'ISO 4217 code.';
comment on column mart.lag.method is 'Payment method, as written in statements.';
comment on column mart.lag.settled_count is 'Number of settled payments.';
comment on column mart.lag.waiting_count is 'Number of payments not yet settled.';
comment on column mart.lag.least_days is 'Shortest time.';
comment on column mart.lag.usual_days is 'Usual time: the median.';
comment on column mart.lag.high_days is 'Time within which 19 of 20 are settled.';
comment on column mart.lag.most_days is 'Longest time.';
