-- records of: callbacks_to_statement
-- grain: one payment, refund or chargeback reported by callbacks (left) or one line of the statement (right)
-- key: company, side, record_key
-- reads: core.callback_now, core.payment_now
-- Includes a month on either side of the period. Lines without money moved are included only where a callback names them.
create or replace macro recon.callbacks_to_statement_record(period_start, period_end) as table (
  select
    company,
    'left' as side,
    kind || ':' || object_key as record_key,
    currency,
    amount,
    null::decimal(18, 4) as fee,
    kind || ':' || object_key as identifier,
    -- a refund has the reference of its payment
    kind || ' ' || reference as reference,
    occurred_at,
    business_date as occurred_on,
    null::text as group_key,
    null::text as counterparty,
    null::text as description
  from core.callback_now
  where business_date >= period_start - interval 31 days and business_date < period_end + interval 31 days
  union all
  select
    payment.company,
    'right',
    payment.payment_key,
    payment.currency,
    payment.amount,
    payment.fee,
    payment.kind || ':' || payment.payment_key,
    payment.kind || ' ' || payment.reference,
    coalesce(payment.paid_at, payment.created_at),
    payment.business_date,
    null,
    null,
    payment.description
  from core.payment_now as payment
  inner join (select distinct company, kind from core.callback_now) as reported
    on reported.company = payment.company and reported.kind = payment.kind
  left join core.callback_now as callback
    on callback.company = payment.company and callback.kind = payment.kind and callback.object_key = payment.payment_key
  where payment.occurrence = 1
    and (payment.is_money_moved or callback.object_key is not null)
    and coalesce(payment.paid_at, payment.created_at) is not null
    and payment.business_date >= period_start - interval 31 days and payment.business_date < period_end + interval 31 days
);
