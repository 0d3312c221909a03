-- records of: orders_to_statement
-- grain: one order (left) or one payment (right)
-- key: company, side, record_key
-- reads: core.merchant_order, core.payment_now, core.paid_again
-- Includes a month on either side of the period. Of several payments for the same order only the first is matched; payments
-- without money moved are included only where nothing was paid on their reference. An order that names another payment than
-- the one with its reference contradicts itself: only its identifier counts, so that it is never matched by the reference.
create or replace macro recon.orders_to_statement_record(period_start, period_end) as table (
  with
  payment as (
    select payment.*, paid_again.first_key is not null as is_again
    from core.payment_now as payment
    left join core.paid_again as paid_again
      on paid_again.company = payment.company and paid_again.payment_key = payment.payment_key
    where payment.kind = 'payment' and payment.occurrence = 1
      and payment.business_date >= period_start - interval 31 days and payment.business_date < period_end + interval 31 days
  ),
  paid_reference as (
    select distinct company, currency, reference from payment where is_money_moved and reference is not null
  )
  select
    book.company,
    'left' as side,
    book.order_id as record_key,
    book.currency,
    book.amount,
    null::decimal(18, 4) as fee,
    book.payment_key as identifier,
    case when named.payment_key is null then book.reference end as reference,
    book.placed_at as occurred_at,
    book.business_date as occurred_on,
    null::text as group_key,
    book.customer_name as counterparty,
    null::text as description
  from core.merchant_order as book
  left join payment as named
    on named.company = book.company and named.payment_key = book.payment_key and named.reference <> book.reference
  where book.known_to is null
    and book.business_date >= period_start - interval 31 days and book.business_date < period_end + interval 31 days
  union all
  select
    payment.company,
    'right',
    payment.payment_key,
    payment.currency,
    payment.amount,
    payment.fee,
    payment.payment_key,
    payment.reference,
    coalesce(payment.paid_at, payment.created_at),
    payment.business_date,
    null,
    payment.customer_name,
    payment.description
  from payment
  left join paid_reference
    on paid_reference.company = payment.company
    and paid_reference.currency = payment.currency
    and paid_reference.reference = payment.reference
  where payment.business_date is not null
    and coalesce(payment.paid_at, payment.created_at) is not null
    and case when payment.is_money_moved then not payment.is_again else paid_reference.reference is null end
    -- only where the company has orders to compare with
    and exists (select 1 from core.merchant_order where merchant_order.company = payment.company)
);
