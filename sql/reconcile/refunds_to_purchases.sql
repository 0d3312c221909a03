-- name: refunds_to_purchases
-- title: Refunds to payments
-- kind: match
-- left: Refunds
-- right: Refunded payments
-- grain: a refund, a chargeback that returns more than was paid, or a payment with the status refunded and without a refund
-- needs: statement
-- meaning: A refund has no payment, was made twice, or exceeds the payment, alone or with a chargeback.
-- action: Open the refund in the gateway. If it was made in error, recover the money from the customer or the gateway.
-- order: 20
-- reason: refund_without_payment | orphan_refund | The refund does not belong to any known payment. | Find out in the gateway who received the refund. If nobody was entitled to it, recover the money.
-- reason: currency_differs | amount_differs | The refund is in a different currency than its payment. | Ask the gateway for the conversion. Book the difference only with its answer.
-- reason: refunded_twice | duplicate | The same amount was refunded again after the payment was refunded in full. | Ask who made the second refund. If it was an error, recover the money from the customer.
-- reason: refunded_above_paid | over_refund | The refunds exceed the payment. | Ask who made the refund. Recover the excess from the customer.
-- reason: refunded_and_charged_back | over_refund | The refunds and chargebacks of the payment exceed it. | Answer the dispute with the refund, or with the chargeback before.
-- reason: names_two_payments | status_differs | The refund names one payment by its id and another by its reference. | Find out in the gateway which payment was refunded, and to whom.
-- reason: refund_may_follow | timing | The payment was probably refunded after the last day of the statement. | No action yet: the next statement shows the refund.
-- reason: refunded_without_refund | status_differs | The payment has the status refunded, and no refund is in the statement. | Wait for the next statement. Then ask the gateway for the refund.
create or replace macro recon.refunds_to_purchases(period_start, period_end) as table (
  with
  payment as materialized (select * from core.payment_ledger),
  -- all returns: those before the period count against the payment as well
  returned as materialized (
    select
      *,
      sum(if(kind = 'refund', amount, 0)) over so_far as refunded,
      sum(if(kind = 'chargeback', amount, 0)) over so_far as charged,
      row_number() over (partition by paid_key, currency, kind, amount order by paid_at, payment_key) > 1 as is_equal_to_earlier
    from core.payment_return
    where is_money_moved and kind <> 'chargeback_reversal'
    window so_far as (partition by paid_key, currency order by paid_at, payment_key rows unbounded preceding)
  ),
  paired as (
    select
      returned.*,
      recon.record_of(payment.payment_key, payment.reference, payment.paid_at, payment.receipt_id, payment.line_no) as found_record,
      payment.currency as found_currency, payment.paid as found_amount,
      -- what was reversed is taken from the earliest chargebacks
      greatest(0, charged - coalesce(payment.reversed, 0)) as net_charged,
      returned.refunded + net_charged as returned_so_far,
      case
        when payment.currency = returned.currency
          then greatest(0, least(returned.amount, if(kind = 'chargeback', net_charged, returned.amount), returned_so_far - payment.paid))
        when payment.currency is null and kind = 'refund' then returned.amount
        else 0
      end as excess
    from returned
    left join payment on payment.payment_key = returned.paid_key
    where returned.business_date >= period_start and returned.business_date < period_end
  ),
  classified as (
    select
      *,
      case
        when found_record is null then 'refund_without_payment'
        when found_currency <> currency then 'currency_differs'
        when kind = 'refund' and is_equal_to_earlier and excess = amount and refunded > found_amount then 'refunded_twice'
        when excess > 0 and net_charged = 0 then 'refunded_above_paid'
        when excess > 0 then 'refunded_and_charged_back'
        -- checked after the reasons with an amount, so that an excess refund is not hidden
        when related_to <> named_key then 'names_two_payments'
      end as reason_code
    from paired
    where kind = 'refund' or excess > 0
  ),
  return_item as (
    select
      currency,
      business_date,
      kind || ':' || payment_key as item_key,
      reason_code,
      core.say('refunds_to_purchases-' || coalesce(reason_code, 'refunded'), {
        amount: core.money_figure(currency, amount),
        paid: core.money_figure(found_currency, found_amount),
        refunded: core.money_figure(currency, refunded),
        charged_back: core.money_figure(currency, net_charged),
        returned: core.money_figure(currency, returned_so_far),
        named: related_to,
        reference: reference,
        currency: currency,
        paid_currency: found_currency
      }) as reason,
      case when reason_code is null then if(related_to is not null, 'same_identifier', 'same_reference') end as match_pass,
      recon.record_of(payment_key, reference, paid_at, receipt_id, line_no) as left_record,
      amount as left_amount,
      found_record as right_record,
      found_amount as right_amount,
      -excess as right_minus_left
    from classified
  ),
  -- a status is as at the creation of the statement; a refund made after its last day is in the next statement
  reported as (
    select
      payment.*,
      (
        select min(version.known_from)
        from core.payment as version
        where version.payment_key = payment.payment_key and version.status = payment.status
      ) as reported_at,
      (
        select max(receipt.window_to)
        from core.statement_receipt as receipt
        where coalesce(receipt.currency, payment.currency) = payment.currency
      ) as covered_to
    from payment
    anti join returned as refund
      on refund.paid_key = payment.payment_key and refund.kind = 'refund'
    where payment.status in ('refunded', 'partially_refunded')
      and payment.business_date >= period_start and payment.business_date < period_end
  ),
  unrefunded_item as (
    select
      currency,
      business_date,
      'purchase:' || payment_key as item_key,
      case when covered_to < reported_at then 'refund_may_follow' else 'refunded_without_refund' end as reason_code,
      core.say('refunds_to_purchases-' || reason_code, { status: status }) as reason,
      recon.record_of(payment_key, reference, paid_at, receipt_id, line_no) as right_record,
      paid as right_amount,
      paid as right_minus_left,
      case when covered_to < reported_at then cast(timezone(company.zone, reported_at) as date) end as expected_on,
      expected_on + 1 as becomes_break_on
    from reported
    cross join core.company as company
  ),
  item as (
    from return_item
    union all by name
    from unrefunded_item
  )
  from recon.item_of('refunds_to_purchases', item)
);
