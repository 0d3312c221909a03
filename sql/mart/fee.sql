-- grain: one company, currency, business day and payment method that has an agreed fee
-- key: company, currency, business_date, method
-- reads: core.agreed_fee
create or replace view publish.fee as
select
  company,
  currency,
  business_date,
  method,
  count(*) as payment_count,
  sum(amount)::decimal(38, 4) as amount,
  sum(agreed)::decimal(38, 4) as agreed_fee,
  sum(fee)::decimal(38, 4) as charged_fee,
  sum(fee - agreed)::decimal(38, 4) as charged_minus_agreed,
  count(*) filter (fee is distinct from agreed) as differing_count
from core.agreed_fee
group by company, currency, business_date, method;

create table if not exists mart.fee as from publish.fee limit 0;

comment on table mart.fee is 'Agreed and charged fees of one payment method on one day. Are the fees as agreed?';
comment on column mart.fee.company is 'Company, as named in the configuration.';
comment on column mart.fee.currency is 'ISO 4217 code of the amounts.';
comment on column mart.fee.business_date is 'Business day in the time zone of the company.';
comment on column mart.fee.method is 'Payment method, as written in statements.';
comment on column mart.fee.payment_count is 'Number of payments.';
comment on column mart.fee.amount is 'Gross amount of the payments, in major units.';
comment on column mart.fee.agreed_fee is 'Agreed fees, in major units.';
comment on column mart.fee.charged_fee is 'Charged fees, in major units.';
comment on column mart.fee.charged_minus_agreed is 'Charged less agreed fees, in major units; positive if overcharged.';
comment on column mart.fee.differing_count is 'Number of payments with a fee other than agreed.';
