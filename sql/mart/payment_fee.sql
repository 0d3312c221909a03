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
  receipt.file_name,
  payment.line_no,
  payment.file_id as receipt_id
from core.payment_now as payment
left join core.agreed_fee as agreed on agreed.company = payment.company and agreed.payment_key = payment.payment_key
left join raw.receipt as receipt on receipt.file_id = payment.file_id
where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1;

comment on view mart.payment_fee is 'One payment with its charged and agreed fee. What does each method cost, and are the fees as agreed?';
comment on column mart.payment_fee.company is 'Company, as named in the configuration.';
comment on column mart.payment_fee.currency is 'ISO 4217 code of the amounts.';
comment on column mart.payment_fee.business_date is 'Business day in the time zone of the company.';
comment on column mart.payment_fee.payment_key is 'Key of the payment.';
comment on column mart.payment_fee.reference is 'Reference.';
comment on column mart.payment_fee.method is 'Payment method, as written in statements.';
comment on column mart.payment_fee.amount is 'Gross amount, in major units.';
comment on column mart.payment_fee.charged_fee is 'Fee charged by the gateway, in major units.';
comment on column mart.payment_fee.agreed_fee is 'Fee by the schedule of the configuration, in major units; empty where no rule covers the method, so the fee is not checked.';
comment on column mart.payment_fee.charged_minus_agreed is 'Charged fee less agreed fee, in major units.';
comment on column mart.payment_fee.paid_at is 'Time of payment.';
comment on column mart.payment_fee.file_name is 'Name of the file.';
comment on column mart.payment_fee.line_no is 'Line in that file.';
comment on column mart.payment_fee.receipt_id is 'Receipt number of that file.';
