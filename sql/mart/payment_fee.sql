-- grain: one payment on which money moved
-- key: company, payment_key
-- reads: core.payment_now, core.agreed_fee, raw.receipt
create or replace view mart.payment_fee as
select
  payment.company,
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
  receipt.file_name as file,
  payment.line_no,
  payment.file_id
from core.payment_now as payment
left join core.agreed_fee as agreed on agreed.company = payment.company and agreed.payment_key = payment.payment_key
left join raw.receipt as receipt on receipt.file_id = payment.file_id
where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1;

comment on view mart.payment_fee is 'One payment with the fee that was charged and the fee that was agreed. What does each method cost, and is it what we agreed on?';
comment on column mart.payment_fee.company is 'The company of the configuration.';
comment on column mart.payment_fee.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.payment_fee.business_date is 'The business day in the company''s own zone.';
comment on column mart.payment_fee.payment_key is 'Identity of the payment.';
comment on column mart.payment_fee.reference is 'Its reference.';
comment on column mart.payment_fee.method is 'The payment method, as statements write it.';
comment on column mart.payment_fee.amount is 'What the customer paid, major units.';
comment on column mart.payment_fee.charged_fee is 'What the gateway charged for it, major units.';
comment on column mart.payment_fee.agreed_fee is 'What it costs by the schedule of the configuration, major units; empty where no rule is for its method, so that it is not checked.';
comment on column mart.payment_fee.charged_minus_agreed is 'Charged fee less agreed fee, major units.';
comment on column mart.payment_fee.paid_at is 'When it was paid.';
comment on column mart.payment_fee.file is 'Name of the file that holds it.';
comment on column mart.payment_fee.line_no is 'Line of that file.';
comment on column mart.payment_fee.file_id is 'Receipt of that file.';
