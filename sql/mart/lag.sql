-- grain: one company, currency and payment method
-- key: company, currency, method
-- reads: core.payment_now, core.company
-- What is not settled yet is counted and not measured.
create or replace view mart.lag as
with
payment as (
  select
    payment.company,
    payment.currency,
    coalesce(payment.method, 'unknown') as method,
    date_diff(
      'day', cast(timezone(company.zone, payment.paid_at) as date), cast(timezone(company.zone, payment.settled_at) as date)
    ) as days
  from core.payment_now as payment
  inner join core.company as company on company.company = payment.company
  where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1 and payment.paid_at is not null
)
select
  company,
  currency,
  method,
  count(days) as settled_count,
  count(*) - count(days) as waiting_count,
  min(days) as least_days,
  quantile_disc(days, 0.5)::bigint as usual_days,
  quantile_disc(days, 0.95)::bigint as high_days,
  max(days) as most_days
from payment
group by company, currency, method;

comment on view mart.lag is 'Days from payment to settlement by payment method. When does the money come?';
comment on column mart.lag.company is 'The company of the configuration.';
comment on column mart.lag.currency is 'ISO 4217 code of the currency.';
comment on column mart.lag.method is 'The payment method, as statements write it.';
comment on column mart.lag.settled_count is 'Payments that were settled.';
comment on column mart.lag.waiting_count is 'Payments that are not settled yet.';
comment on column mart.lag.least_days is 'The shortest time that one took.';
comment on column mart.lag.usual_days is 'The usual time: the median.';
comment on column mart.lag.high_days is 'The longest that is still usual: 19 of 20 take no more.';
comment on column mart.lag.most_days is 'The longest time that one took.';
