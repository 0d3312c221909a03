-- statement: orders_to_statement
-- name: orders_to_statement
-- title: Orders to statement
-- kind: match
-- left: Orders
-- right: Payments in the statement
-- grain: one order with its payment; either of them alone; and each further payment on a reference that is already paid
-- needs: orders, statement
-- meaning: An order and its payment disagree: goods may leave unpaid, or a receipt has no order.
-- action: Compare the order with the payment. Correct the order, refund the customer, or ask the gateway for the payment.
-- order: 18
-- pass: same_identifier
-- pass: same_reference_and_amount
-- pass: same_reference(absolute := null)
-- pass: normalised_reference(absolute := null, prefixes := ['INV', 'INVOICE', 'ORDER', 'ORD', 'NO'])
-- reason: payment_without_order | missing_left | A customer paid, and no order has this number or reference. | Find out what the payment is for. Book the order or refund the customer.
-- reason: order_without_payment | missing_right | The order is marked as paid, and the statement has no payment for it. | Do not deliver. Ask the customer for the receipt and the gateway for the payment.
-- reason: amount_differs | amount_differs | The customer paid a different amount than the order. | Collect the shortfall or refund the overpayment. Correct the order if it is wrong.
-- reason: order_paid_payment_not | status_differs | The order is marked as paid, and its payment failed. | Do not deliver. Ask the customer to pay again.
-- reason: payment_for_unpaid_order | status_differs | The payment succeeded, and the order is marked as unpaid. | Mark the order as paid and deliver. If it was cancelled, refund the payment.
-- reason: names_two_payments | status_differs | The order names one payment by its id and another by its reference. | Find out which of the two paid the order, and correct the order.
-- reason: paid_twice | duplicate | The customer paid the same reference more than once. | Refund the duplicate payment.
-- reason: several_fit | suggested | More than one order or payment has this reference. | Decide which of them belong together.
create or replace macro recon.orders_to_statement(period_start, period_end) as table (
  with
  -- companies with orders to compare with
  expecting as (
    select company from core.input_in_use where input = 'orders'
    union
    select company from core.merchant_order
  ),
  covered as (
    select company, currency, first_day, last_day from core.covered_span where kind = 'orders'
  ),
  book as (
    select * from core.merchant_order where known_to is null
  ),
  payment as (
    select * from core.payment_now where kind = 'payment' and occurrence = 1
  ),
  pair as (
    select match.company, match.left_keys[1] as order_id, match.right_keys[1] as payment_key, match.pass, match.is_suggested,
      match.runners_up, match_evidence.evidence
    from recon.match as match
    inner join recon.match_evidence as match_evidence
      on match_evidence.match_id = match.match_id and match_evidence.reconciliation = match.reconciliation
    where match.reconciliation = 'orders_to_statement'
  ),
  again as (
    select company, payment_key, first_key from core.repeated_payment
  ),
  -- the references of what was paid, in whatever currency
  referenced as (
    select distinct company, reference from payment where reference is not null and is_money_moved
  ),
  rival as (
    select company, side, record_key, could_be from recon.match_rival where reconciliation = 'orders_to_statement'
  ),
  -- payments with their orders, payments without an order, and orders without a payment
  joined as (
    select
      coalesce(payment.company, book.company) as company,
      coalesce(payment.currency, book.currency) as currency,
      case when payment.is_money_moved then payment.business_date else coalesce(book.business_date, payment.business_date) end as business_date,
      book.order_id,
      book.reference as order_reference,
      book.amount as order_amount,
      book.is_paid,
      book.status as order_status,
      book.placed_at,
      book.receipt_id as order_receipt_id,
      book.line_no as order_line_no,
      payment.payment_key,
      payment.reference as payment_reference,
      payment.amount as payment_amount,
      coalesce(payment.is_money_moved, false) as is_money_moved,
      payment.status as payment_status,
      coalesce(payment.paid_at, payment.created_at) as payment_at,
      payment.receipt_id as payment_receipt_id,
      payment.line_no as payment_line_no,
      again.first_key,
      pair.pass = 'same_identifier' and referenced.reference is not null and book.reference is distinct from payment.reference
        as names_another,
      pair.pass,
      coalesce(pair.is_suggested, false) or rival_order.record_key is not null or rival_payment.record_key is not null as is_suggested,
      coalesce(pair.runners_up, rival_order.could_be, rival_payment.could_be) as runners_up,
      pair.evidence
    from payment
    left join pair on pair.company = payment.company and pair.payment_key = payment.payment_key
    full outer join book on book.company = pair.company and book.order_id = pair.order_id
    left join again on again.company = payment.company and again.payment_key = payment.payment_key
    left join referenced on referenced.company = book.company and referenced.reference = book.reference
    left join rival as rival_order
      on rival_order.side = 'left' and rival_order.company = book.company and rival_order.record_key = book.order_id
    left join rival as rival_payment
      on rival_payment.side = 'right' and rival_payment.company = payment.company and rival_payment.record_key = payment.payment_key
  ),
  classified as (
    select
      joined.*,
      case
        when first_key is not null then 'paid_twice'
        when is_suggested then 'several_fit'
        -- an order can only be missing on days that are covered; an order that exists is compared in any case
        when order_id is null and is_money_moved and covered.company is not null then 'payment_without_order'
        when order_id is null then 'nothing'
        when payment_key is null and is_paid then 'order_without_payment'
        when payment_key is null then 'nothing'
        when is_paid and not is_money_moved then 'order_paid_payment_not'
        when not is_paid and is_money_moved then 'payment_for_unpaid_order'
        when not is_paid then 'nothing'
        when order_amount <> payment_amount then 'amount_differs'
        when names_another then 'names_two_payments'
      end as reason_code
    from joined
    semi join expecting on expecting.company = joined.company
    left join covered
      on covered.company = joined.company and covered.currency = joined.currency
      and joined.business_date between covered.first_day and covered.last_day
    where joined.business_date >= period_start and joined.business_date < period_end
  )
  select
    company,
    currency,
    business_date,
    case when payment_key is not null and is_money_moved then 'payment:' || payment_key else 'order:' || coalesce(order_id, payment_key) end
      as item_key,
    case reason_code
      when 'paid_twice' then 'duplicate'
      when 'several_fit' then 'suggested'
      when 'payment_without_order' then 'missing_left'
      when 'order_without_payment' then 'missing_right'
      when 'order_paid_payment_not' then 'status_differs'
      when 'payment_for_unpaid_order' then 'status_differs'
      when 'names_two_payments' then 'status_differs'
      when 'amount_differs' then 'amount_differs'
      else 'matched'
    end as outcome,
    reason_code,
    case
      when reason_code is not null then core.say('orders_to_statement-' || reason_code, {
        ordered: core.money_figure(currency, order_amount),
        paid: core.money_figure(currency, payment_amount),
        order_id: order_id,
        payment: payment_key,
        order_status: order_status,
        payment_status: payment_status,
        order_reference: order_reference,
        payment_reference: payment_reference
      })
    end as reason,
    case when reason_code is null or reason_code = 'several_fit' then pass end as match_pass,
    order_id as left_key,
    order_reference as left_reference,
    order_amount::decimal(38, 4) as left_amount,
    placed_at as left_at,
    order_receipt_id as left_receipt_id,
    order_line_no::bigint as left_line_no,
    payment_key as right_key,
    payment_reference as right_reference,
    case when is_money_moved then payment_amount end::decimal(38, 4) as right_amount,
    payment_at as right_at,
    payment_receipt_id as right_receipt_id,
    payment_line_no::bigint as right_line_no,
    case reason_code
      when 'paid_twice' then payment_amount
      when 'payment_for_unpaid_order' then payment_amount
      else coalesce(case when is_money_moved then payment_amount end, 0) - coalesce(order_amount, 0)
    end::decimal(38, 4) as right_minus_left,
    null::date as expected_on,
    null::date as becomes_break_on,
    case when reason_code is null or reason_code = 'several_fit' then evidence end as evidence,
    case when reason_code = 'several_fit' then to_json(runners_up)::text end as runners_up
  from classified
  where reason_code is distinct from 'nothing'
  order by company, currency, business_date, item_key
);

-- statement: orders_to_statement_record
-- records of: orders_to_statement
-- grain: one order (left) or one payment (right)
-- key: company, side, record_key
-- reads: core.merchant_order, core.payment_now, core.repeated_payment
-- Includes a month on either side of the period. If there are several payments for the same order, only the first is matched;
-- payments without money moved are included only where nothing was paid on their reference. An order that names a payment other
-- than the payment with its reference contradicts itself: only its identifier counts, so it is never matched by the reference.
create or replace macro recon.orders_to_statement_record(period_start, period_end) as table (
  with
  payment as (
    select payment.*, repeated_payment.first_key is not null as is_repeated
    from core.payment_now as payment
    left join core.repeated_payment as repeated_payment
      on repeated_payment.company = payment.company and repeated_payment.payment_key = payment.payment_key
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
    and case when payment.is_money_moved then not payment.is_repeated else paid_reference.reference is null end
    -- only where the company has orders to compare with
    and exists (select 1 from core.merchant_order where merchant_order.company = payment.company)
);
