-- grain: one company, currency, business day and payment method that has an agreed fee
-- key: company, currency, business_date, method
-- reads: core.agreed_fee
create or replace view mart.fee as
select
  company,
  currency,
  business_date,
  method,
  count(*) as payment_count,
  sum(amount)::decimal(38, 4) as amount,
  sum(agreed)::decimal(38, 4) as agreed,
  sum(fee)::decimal(38, 4) as charged,
  sum(fee - agreed)::decimal(38, 4) as charged_minus_agreed,
  count(*) filter (fee is distinct from agreed) as differing_count
from core.agreed_fee
group by company, currency, business_date, method;

comment on view mart.fee is 'Fees of one payment method on one day, as agreed and as charged. Does the gateway charge what was agreed?';
comment on column mart.fee.company is 'The company of the configuration.';
comment on column mart.fee.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.fee.business_date is 'The business day in the company''s own zone.';
comment on column mart.fee.method is 'The payment method, as statements write it.';
comment on column mart.fee.payment_count is 'Payments with it.';
comment on column mart.fee.amount is 'What they come to before fees, major units.';
comment on column mart.fee.agreed is 'What they cost by the agreed fees, major units.';
comment on column mart.fee.charged is 'What was charged, major units.';
comment on column mart.fee.charged_minus_agreed is 'Charged less agreed, major units; above zero is too much.';
comment on column mart.fee.differing_count is 'Payments that were charged another fee than agreed.';
