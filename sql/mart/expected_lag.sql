-- grain: one company, currency, payment method and weekday of payment
-- key: company, currency, method, weekday
-- reads: core.settlement_lag
create or replace view publish.expected_lag as
select
  company,
  currency,
  method,
  weekday,
  usual_days,
  high_days,
  is_in_business_days,
  basis,
  seen_count as settled_count
from core.settlement_lag;

create table if not exists mart.expected_lag as from publish.expected_lag limit 0;

comment on table mart.expected_lag is 'Expected time from payment to settlement, learned from settled payments. How is "expected by" computed?';
comment on column mart.expected_lag.company is 'Company, as named in the configuration.';
comment on column mart.expected_lag.currency is 'ISO 4217 code.';
comment on column mart.expected_lag.method is 'Payment method, as written in statements.';
comment on column mart.expected_lag.weekday is 'Weekday of the payment, 1 (Monday) to 7 (Sunday).';
comment on column mart.expected_lag.usual_days is 'Days until the settlement is expected: the median.';
comment on column mart.expected_lag.high_days is 'Days within which 19 of 20 are settled; an outstanding settlement is a break one day later.';
comment on column mart.expected_lag.is_in_business_days is 'Whether only business days of the calendar are counted; otherwise all days but holidays.';
comment on column mart.expected_lag.basis is 'Basis of the figures: method and weekday, method, currency, or the configuration where fewer than twenty were settled.';
comment on column mart.expected_lag.settled_count is 'Number of settled payments in the basis.';
