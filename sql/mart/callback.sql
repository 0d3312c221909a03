-- grain: one event that the gateway reported, however often it was delivered
-- key: callback_key, is_signed
-- reads: core.callback, raw.receipt
create or replace view mart.callback as
select
  core.this_company() as company,
  callback.currency,
  callback.business_date,
  callback.callback_key,
  callback.object_key as payment_key,
  callback.event,
  callback.kind,
  callback.amount,
  callback.reference,
  callback.method,
  callback.status,
  callback.is_signed,
  callback.is_test,
  callback.occurred_at,
  callback.reported_at,
  callback.received_at,
  receipt.file_name,
  callback.line_no,
  callback.receipt_id
from core.callback as callback
left join raw.receipt as receipt on receipt.receipt_id = callback.receipt_id;

comment on view mart.callback is 'One event that the gateway reported by a callback. What was reported, when, and is its signature valid?';
comment on column mart.callback.business_date is 'Day of the event, in the time zone of the company.';
comment on column mart.callback.callback_key is 'Key of the event.';
comment on column mart.callback.payment_key is 'Key of the payment, refund or chargeback (mart.transaction).';
comment on column mart.callback.event is 'Type of the event, as reported by the gateway.';
comment on column mart.callback.kind is 'What moved: payment, refund, chargeback or chargeback_reversal; empty where the event is not about money.';
comment on column mart.callback.amount is 'Amount, in major units.';
comment on column mart.callback.method is 'Payment method that the callback states; empty where it is not stated.';
comment on column mart.callback.status is 'Status that the callback reports.';
comment on column mart.callback.is_signed is 'Whether the signature is valid for a key of the company. Only such callbacks are compared.';
comment on column mart.callback.is_test is 'Whether it is of test mode; empty where it does not say.';
comment on column mart.callback.occurred_at is 'Time of the event.';
comment on column mart.callback.reported_at is 'Time at which the gateway reported it.';
comment on column mart.callback.receipt_id is 'Receipt number of that file.';
