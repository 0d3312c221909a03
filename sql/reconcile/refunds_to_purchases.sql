-- name: refunds_to_purchases
-- title: Refunds to payments
-- kind: match
-- left: Refunds
-- right: Refunded payments
-- grain: one refund; and each payment with the status refunded that has no refund
-- needs: statement
-- meaning: A refund has no payment, exceeds it, or was made twice.
-- action: Open the refund in the gateway. If it was made in error, recover the money from the customer or the gateway.
-- order: 20
-- reason: refund_without_payment | orphan_refund | The refund does not belong to any known payment. | Find out in the gateway who received the refund. If nobody was entitled to it, recover the money.
-- reason: currency_differs | amount_differs | The refund is in a different currency than its payment. | Ask the gateway for the conversion. Book the difference only with its answer.
-- reason: refunded_twice | duplicate | The same amount of the same payment was refunded again within half an hour. | Ask who made the second refund. If it was an error, recover the money from the customer.
-- reason: refunded_above_paid | over_refund | The refunds exceed the payment. | Ask who made the refund. Recover the excess from the customer.
-- reason: names_two_payments | status_differs | The refund names one payment by its id and another by its reference. | Find out in the gateway which payment was refunded, and to whom.
-- reason: refund_may_follow | timing | The payment was probably refunded after the last day of the statement. | No action yet: the next statement shows the refund.
-- reason: refunded_without_refund | status_differs | The payment has the status refunded, and no refund is in the statement. | Wait for the next statement. Then ask the gateway for the refund.
create or replace macro recon.refunds_to_purchases(period_start, period_end) as table (
  with
  payment as materialized (
    select company, payment_key, reference, currency, amount, status, business_date, paid_at, receipt_id, line_no
    from core.payment_now
    where kind = 'payment' and is_money_moved and occurrence = 1
  ),
  refund_line as materialized (
    select company, payment_key, reference, related_to, currency, amount, business_date, paid_at, receipt_id, line_no
    from core.payment_now
    where kind = 'refund' and is_money_moved and occurrence = 1
  ),
  reference_wanted as (
    select distinct company, currency, reference from refund_line where reference is not null
  ),
  reference_once as (
    select company, currency, reference, min(payment.payment_key) as payment_key
    from payment
    inner join reference_wanted using (company, currency, reference)
    group by company, currency, reference
    having count(*) = 1
  ),
  -- all refunds: those before the period count against the payment as well
  refund as materialized (
    select
      refund.*,
      coalesce(refund.related_to, reference_once.payment_key) as refunded_key,
      -- a refund may have its own reference; the reference of another payment contradicts its id
      refund.related_to <> reference_once.payment_key as is_contradicting,
      case when refund.related_to is not null then 'same_identifier' else 'same_reference' end as found_by
    from refund_line as refund
    left join reference_once
      on reference_once.company = refund.company
      and reference_once.currency = refund.currency
      and reference_once.reference = refund.reference
  ),
  in_order as (
    select
      refund.*,
      lag(paid_at) over (
        partition by company, refunded_key, currency, amount order by paid_at, payment_key
      ) as same_amount_before
    from refund
  ),
  marked as (
    select
      in_order.*,
      refunded_key is not null
        and same_amount_before is not null
        and paid_at - same_amount_before <= interval 30 minutes as is_repeat
    from in_order
  ),
  running as (
    select
      marked.*,
      sum(case when is_repeat then 0 else amount end) over (
        partition by company, refunded_key, currency order by paid_at, payment_key rows unbounded preceding
      ) as refunded_so_far
    from marked
  ),
  paired as (
    select
      running.*,
      payment.payment_key as found_key,
      payment.reference as found_reference,
      payment.amount as found_amount,
      payment.currency as found_currency,
      payment.paid_at as found_at,
      payment.receipt_id as found_receipt_id,
      payment.line_no as found_line_no
    from running
    left join payment on payment.company = running.company and payment.payment_key = running.refunded_key
    where running.business_date >= period_start and running.business_date < period_end
  ),
  classified as (
    select
      paired.*,
      case
        when found_key is null then 'orphan_refund'
        when found_currency <> currency then 'amount_differs'
        when is_repeat then 'duplicate'
        when refunded_so_far > found_amount then 'over_refund'
        -- checked after the outcomes with an amount, so that an excess refund is not hidden
        when is_contradicting then 'status_differs'
        else 'matched'
      end as outcome
    from paired
  ),
  refund_item as (
    select
      company,
      currency,
      business_date,
      'refund:' || payment_key as item_key,
      outcome,
      case outcome
        when 'orphan_refund' then 'refund_without_payment'
        when 'status_differs' then 'names_two_payments'
        when 'amount_differs' then 'currency_differs'
        when 'duplicate' then 'refunded_twice'
        when 'over_refund' then 'refunded_above_paid'
      end as reason_code,
      core.say('refunds_to_purchases-' || coalesce(reason_code, 'refunded'), {
        amount: core.money_figure(currency, amount),
        paid: core.money_figure(found_currency, found_amount),
        refunded: core.money_figure(currency, refunded_so_far),
        named: related_to,
        reference: reference,
        currency: currency,
        paid_currency: found_currency,
        minutes: date_diff('minute', same_amount_before, paid_at)
      }) as reason,
      case when outcome = 'matched' then found_by end as match_pass,
      payment_key as left_key,
      reference as left_reference,
      amount::decimal(38, 4) as left_amount,
      paid_at as left_at,
      receipt_id as left_receipt_id,
      line_no as left_line_no,
      found_key as right_key,
      found_reference as right_reference,
      found_amount::decimal(38, 4) as right_amount,
      found_at as right_at,
      found_receipt_id as right_receipt_id,
      found_line_no as right_line_no,
      case outcome
        when 'orphan_refund' then -amount
        when 'duplicate' then -amount
        when 'over_refund' then found_amount - refunded_so_far
        else 0
      end::decimal(38, 4) as right_minus_left
    from classified
  ),
  -- a status is as at the creation of the statement; a refund made after its last day is in the next statement
  reported as (
    select
      payment.*,
      (
        select min(version.known_from)
        from core.payment as version
        where version.company = payment.company and version.payment_key = payment.payment_key and version.status = payment.status
      ) as reported_at,
      (
        select max(receipt.window_to)
        from core.statement_receipt as receipt
        where receipt.company = payment.company
          and coalesce(receipt.currency, payment.currency) = payment.currency
      ) as covered_to
    from payment
    anti join refund on refund.company = payment.company and refund.refunded_key = payment.payment_key
    where payment.status in ('refunded', 'partially_refunded')
      and payment.business_date >= period_start and payment.business_date < period_end
  ),
  unrefunded_item as (
    select
      reported.company,
      currency,
      business_date,
      'purchase:' || payment_key as item_key,
      case when covered_to < reported_at then 'timing' else 'status_differs' end as outcome,
      case when covered_to < reported_at then 'refund_may_follow' else 'refunded_without_refund' end as reason_code,
      core.say('refunds_to_purchases-' || reason_code, { status: status }) as reason,
      null::text as match_pass,
      null::text as left_key,
      null::text as left_reference,
      null::decimal(38, 4) as left_amount,
      null::timestamptz as left_at,
      null::integer as left_receipt_id,
      null::bigint as left_line_no,
      payment_key as right_key,
      reference as right_reference,
      amount::decimal(38, 4) as right_amount,
      paid_at as right_at,
      receipt_id as right_receipt_id,
      line_no as right_line_no,
      amount::decimal(38, 4) as right_minus_left,
      case when covered_to < reported_at then cast(timezone(company.zone, reported_at) as date) end as expected_on,
      case when covered_to < reported_at then cast(timezone(company.zone, reported_at) as date) + 1 end as becomes_break_on
    from reported
    inner join core.company as company on company.company = reported.company
  )
  select *, null::date as expected_on, null::date as becomes_break_on, null::text as evidence, null::text as runners_up from refund_item
  union all
  select *, null, null from unrefunded_item
  order by company, currency, business_date, item_key
);
