-- statement: lag
-- grain: one currency and payment method
-- key: currency, method
-- reads: core.payment_now
-- Unsettled payments are counted, and have no days.
create table mart.lag as
with
payment as (
  select
    payment.currency,
    coalesce(payment.method, 'unknown') as method,
    -- the business day of a payment is that on which it was paid
    date_diff('day', payment.business_date, payment.settlement_date) as days
  from core.payment_now as payment
  where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1 and payment.paid_at is not null
)
select
  core.this_company() as company,
  currency,
  method,
  count(days) as settled_count,
  count(*) - count(days) as waiting_count,
  min(days) as least_days,
  quantile_disc(days, 0.5)::integer as usual_days,
  quantile_disc(days, 0.95)::integer as high_days,
  max(days) as most_days
from payment
group by currency, method;

comment on table mart.lag is 'Days from payment to settlement by payment method. How long do settlements take?';
comment on column mart.lag.currency is 'ISO 4217 code.';
comment on column mart.lag.settled_count is 'Number of settled payments.';
comment on column mart.lag.waiting_count is 'Number of payments not yet settled.';
comment on column mart.lag.least_days is 'Shortest time.';
comment on column mart.lag.usual_days is 'Usual time: the median.';
comment on column mart.lag.high_days is 'Time within which 19 of 20 are settled.';
comment on column mart.lag.most_days is 'Longest time.';

-- statement: expected_lag
-- grain: one currency, payment method and weekday of payment
-- key: currency, method, weekday
-- reads: core.settlement_lag
create table mart.expected_lag as
select
  core.this_company() as company,
  currency,
  method,
  weekday,
  usual_days,
  high_days,
  is_in_business_days,
  basis,
  seen_count as settled_count
from core.settlement_lag;

comment on table mart.expected_lag is 'Expected time from payment to settlement, learned from settled payments. How is "expected by" computed?';
comment on column mart.expected_lag.currency is 'ISO 4217 code.';
comment on column mart.expected_lag.weekday is 'Weekday of the payment, 1 (Monday) to 7 (Sunday).';
comment on column mart.expected_lag.usual_days is 'Days until the settlement is expected: the median.';
comment on column mart.expected_lag.high_days is 'Days within which 19 of 20 are settled; an outstanding settlement is a break one day later.';
comment on column mart.expected_lag.is_in_business_days is 'Whether only business days of the calendar are counted; otherwise all days but holidays.';
comment on column mart.expected_lag.basis is 'Basis of the figures: method and weekday, method, currency, or the configuration where fewer than twenty were settled.';
comment on column mart.expected_lag.settled_count is 'Number of settled payments in the basis.';

-- statement: timing
-- grain: one item of one reconciliation
-- key: reconciliation, item_key
-- reads: mart.item
-- Only outstanding items that are not yet due.
create or replace view mart.timing as
select item.* from mart.item as item where item.outcome = 'timing';

comment on view mart.timing is 'Outstanding items that are not yet due, such as deposits in transit.';
