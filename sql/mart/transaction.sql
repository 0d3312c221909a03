-- statement: transaction
-- grain: one payment, refund, chargeback or disbursement in its current version
-- key: payment_key
-- reads: core.payment, recon.item, raw.receipt
-- A line that a statement repeats is another occurrence of the same payment, not a separate payment.
create or replace view mart.transaction as
select
  core.this_company() as company,
  payment.currency,
  payment.business_date,
  payment.kind,
  payment.direction,
  payment.status,
  payment.is_money_moved,
  payment.payment_key,
  payment.reference,
  payment.related_to,
  payment.method,
  payment.product,
  payment.amount,
  payment.fee as charged_fee,
  payment.withheld as withheld_amount,
  payment.net_amount,
  -- a name that is an e-mail address has no initials
  case when not contains(payment.customer_name, '@') then nullif(array_to_string(
    list_transform(regexp_extract_all(payment.customer_name, '\p{L}[\p{L}\p{M}''’-]*'), lambda word: word[1] || '.'), ' '), '')
  end as customer,
  payment.customer_key,
  compared.order_id,
  payment.paid_at,
  payment.settled_at,
  payment.settlement_date,
  receipt.file_name,
  payment.line_no,
  payment.receipt_id
from core.payment as payment
left join (
  select right_key as payment_key, min(left_key) as order_id
  from recon.item
  where reconciliation = 'orders_to_statement' and outcome <> 'suggested'
  group by right_key
) as compared on compared.payment_key = payment.payment_key
left join raw.receipt as receipt on receipt.receipt_id = payment.receipt_id
where payment.known_to is null and payment.occurrence = 1;

comment on view mart.transaction is 'One payment, refund, chargeback or disbursement as it is known now. What was paid, when was it settled, and for which order?';
comment on column mart.transaction.kind is '`payment`, `refund`, `chargeback`, `chargeback_reversal` (a chargeback that was decided for the company) or `disbursement`.';
comment on column mart.transaction.direction is '`incoming` or `outgoing`.';
comment on column mart.transaction.status is 'Status in the newest statement.';
comment on column mart.transaction.is_money_moved is 'Whether money has moved by its status. Sums of amounts need this filter.';
comment on column mart.transaction.related_to is 'Key of the payment that it refunds or charges back.';
comment on column mart.transaction.product is 'Product of the gateway, as written in statements.';
comment on column mart.transaction.amount is 'Gross amount, in major units; positive in both directions.';
comment on column mart.transaction.net_amount is 'Net amount, in major units.';
comment on column mart.transaction.customer is 'Initials of the customer, which many share; customer_key tells customers apart.';
comment on column mart.transaction.order_id is 'Number of the order that it was matched with or compared with; suggested matches are left out.';
comment on column mart.transaction.settled_at is 'Time of settlement; null while it is outstanding.';
comment on column mart.transaction.settlement_date is 'Day of the settlement in the time zone of the company (mart.settlement).';
comment on column mart.transaction.receipt_id is 'Receipt number of that file.';

-- statement: unsettled_payment
-- grain: one payment whose settlement is outstanding
-- key: payment_key
-- reads: core.payment_to_settle, core.settlement_deadline, recon.last_run, raw.receipt
create or replace view mart.unsettled_payment as
select
  core.this_company() as company,
  payment.currency,
  payment.business_date,
  payment.payment_key,
  payment.reference,
  payment.method,
  payment.customer_key,
  payment.amount,
  payment.fee as charged_fee,
  payment.withheld as withheld_amount,
  payment.net_amount,
  payment.paid_at,
  deadline.expected_on,
  deadline.becomes_break_on,
  date_diff('day', payment.business_date, last_run.as_of) as age_days,
  receipt.file_name,
  payment.line_no,
  payment.receipt_id
from core.payment_to_settle as payment
left join core.settlement_deadline as deadline
  on deadline.currency = payment.currency
  and deadline.method = coalesce(payment.method, 'unknown') and deadline.business_date = payment.business_date
cross join recon.last_run as last_run
left join raw.receipt as receipt on receipt.receipt_id = payment.receipt_id
where payment.settled_at is null;

comment on view mart.unsettled_payment is 'One payment whose settlement is outstanding. Which payments wait for their settlement, and when is it expected?';
comment on column mart.unsettled_payment.amount is 'Gross amount, in major units.';
comment on column mart.unsettled_payment.net_amount is 'Net amount that the settlement is expected to have of it, in major units.';
comment on column mart.unsettled_payment.expected_on is 'Day on which the settlement is expected: learned from settled payments, or configured (mart.expected_lag).';
comment on column mart.unsettled_payment.becomes_break_on is 'Day from which a missing settlement is a break.';
comment on column mart.unsettled_payment.receipt_id is 'Receipt number of that file.'
