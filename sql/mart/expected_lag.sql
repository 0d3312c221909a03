-- grain: one company, currency, payment method and weekday of payment
-- key: company, currency, method, weekday
-- reads: core.settlement_lag
create or replace view mart.expected_lag as
select
  company,
  currency,
  method,
  weekday,
  usual_days,
  high_days,
  is_in_business_days,
  basis,
  seen_count
from core.settlement_lag;

comment on view mart.expected_lag is 'When a payment''s settlement is expected, learned from what was settled. What does "expected by" rest on?';
comment on column mart.expected_lag.company is 'The company of the configuration.';
comment on column mart.expected_lag.currency is 'ISO 4217 code of the currency.';
comment on column mart.expected_lag.method is 'The payment method, as statements write it.';
comment on column mart.expected_lag.weekday is 'The weekday of the payment, 1 (Monday) to 7 (Sunday).';
comment on column mart.expected_lag.usual_days is 'Days after which it is expected: the median of those seen.';
comment on column mart.expected_lag.high_days is 'Days that 19 of 20 took at most; a day later its absence is a break.';
comment on column mart.expected_lag.is_in_business_days is 'Whether the days are Mondays to Fridays only.';
comment on column mart.expected_lag.basis is 'What was learned from: method and weekday, method, currency; or the configuration, where fewer than twenty were seen.';
comment on column mart.expected_lag.seen_count is 'How many settled payments it rests on.';
