-- statement: fee
-- grain: one currency, business day and payment method that has an agreed fee
-- key: currency, business_date, method
-- reads: core.agreed_fee
create table mart.fee as
select
  core.this_company() as company,
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
group by currency, business_date, method;

comment on table mart.fee is 'Agreed and charged fees of one payment method on one day. Are the fees as agreed?';
comment on column mart.fee.payment_count is 'Number of payments.';
comment on column mart.fee.amount is 'Gross amount of the payments, in major units.';
comment on column mart.fee.agreed_fee is 'Agreed fees, in major units.';
comment on column mart.fee.charged_fee is 'Charged fees, in major units.';
comment on column mart.fee.charged_minus_agreed is 'Charged less agreed fees, in major units; positive if overcharged.';
comment on column mart.fee.differing_count is 'Number of payments with a fee other than agreed.';

-- statement: payment_fee
-- grain: one payment on which money moved
-- key: payment_key
-- reads: core.payment_now, core.agreed_fee, raw.receipt
create or replace view mart.payment_fee as
select
  core.this_company() as company,
  payment.currency,
  payment.business_date,
  payment.payment_key,
  payment.reference,
  payment.method,
  payment.amount,
  payment.fee as charged_fee,
  agreed.agreed as agreed_fee,
  payment.fee - agreed.agreed as charged_minus_agreed,
  payment.paid_at,
  receipt.file_name,
  payment.line_no,
  payment.receipt_id
from core.payment_now as payment
left join core.agreed_fee as agreed on agreed.payment_key = payment.payment_key
left join raw.receipt as receipt on receipt.receipt_id = payment.receipt_id
where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1;

comment on view mart.payment_fee is 'One payment with its charged and agreed fee. What does each method cost, and are the fees as agreed?';
comment on column mart.payment_fee.amount is 'Gross amount, in major units.';
comment on column mart.payment_fee.agreed_fee is 'Fee by the schedule of the configuration, in major units; empty where no rule covers the method, so the fee is not checked.';
comment on column mart.payment_fee.charged_minus_agreed is 'Charged fee less agreed fee, in major units.';
comment on column mart.payment_fee.receipt_id is 'Receipt number of that file.';
