-- statement: order_refunds
-- name: order_refunds
-- title: Refunds of orders to statement
-- kind: match
-- left: Orders reported as refunded
-- right: Refunds in the statement
-- grain: one order that the shop reports as refunded, or whose payment was refunded
-- needs: orders, statement
-- meaning: Your shop and the statement disagree on a refund: a customer was not refunded, or was refunded without the shop knowing.
-- action: Compare the order with the refund in the gateway. Make the refund, or correct the order.
-- order: 21
-- reason: refund_not_in_statement | missing_right | The order is reported as refunded, and the statement has no refund of its payment. | Make the refund in the gateway, or correct the order.
-- reason: refund_late | overdue | The order is reported as refunded, and the refund is past its expected date in the statement. | Check in the gateway whether the refund was made.
-- reason: refund_may_follow | timing | The order is reported as refunded, and the days in which the refund is expected are not covered yet. | No action yet.
-- reason: refund_cancelled | status_differs | The order is reported as refunded, and the refund in the statement was cancelled or failed. | Correct the order, or make the refund again in the gateway.
-- reason: refund_not_in_orders | missing_left | The statement has a refund of an order that the shop does not report as refunded. | Find out who made the refund. Correct the order.
-- reason: refund_differs | amount_differs | The shop reports a different refund than the statement has. | Refund the rest, or correct the order.
-- A refund is expected in the statement of the day on which the shop reported it, or of the next day; two days later it is a
-- break. If the first file with an order already reports it as refunded, the refund may have been made at any time until that
-- file was received. Such a refund is missing once the statement covers the day before the file; a statement that ends more
-- than a week before that day is not waited for. A refund that no file of the shop could report yet is not a difference: a shop
-- exports an order again when it changes, or never. An order with a missing refunded amount has no item, and its day is not
-- proven.
create or replace macro recon.order_refunds(period_start, period_end) as table (
  with
  covered as (
    select span.currency, span.first_day, span.last_day
    from core.covered_span as span
    semi join core.company_input as input on input.kind = span.kind and input.input = 'statement'
  ),
  dated as (
    select
      order_refund.*,
      coalesce(order_refund.refunded_on, order_refund.claimed_on) as item_on,
      case when reached.last_day is not null or order_refund.claimed_by <= covered.last_day + 7 then order_refund.claimed_by end
        as made_by,
      greatest(order_refund.claimed_on + 1, made_by) as expected_on,
      greatest(order_refund.claimed_on + 3, made_by) as becomes_break_on,
      coalesce(reached.last_day, covered.last_day) as covered_on
    from recon.order_refund as order_refund
    left join covered
      on covered.currency = order_refund.currency
      and order_refund.claimed_on between covered.first_day and covered.last_day
    left join covered as reached
      on reached.currency = order_refund.currency
      and order_refund.claimed_by between reached.first_day and reached.last_day
    -- only where the shop reports refunds
    where exists (
      from core.merchant_order
      where has_refunded or refunded <> 0 or status in ('refunded', 'partly_refunded', 'partially_refunded')
    )
  ),
  classified as (
    select
      dated.*,
      case
        when claimed is null and refunded_before > 0 and is_zero_stated then 'refund_differs'
        when claimed is null and refunded > 0 then null
        when claimed in (refunded, refunded_before) then null
        when claimed = 0 then 'refund_not_in_orders'
        when refunded >= claimed then 'refund_differs'
        when cancelled > 0 and pending = 0 and cancelled >= claimed - refunded then 'refund_cancelled'
        when coalesce(covered_on < expected_on, true) then 'refund_may_follow'
        when covered_on < becomes_break_on then 'refund_late'
        when refunded > 0 then 'refund_differs'
        else 'refund_not_in_statement'
      end as reason_code
    from dated
    where item_on >= period_start and item_on < period_end and not is_refund_missing
  ),
  item as (
    select
      currency,
      item_on as business_date,
      'order:' || order_id as item_key,
      reason_code,
      core.say('order_refunds-' || coalesce(
        reason_code,
        case when claimed is null then 'without_amount' when claimed = refunded then 'agree' else 'not_reported_yet' end
      ), {
        claimed: core.money_figure(currency, claimed),
        refunded: core.money_figure(currency, refunded),
        cancelled: core.money_figure(currency, cancelled),
        open: core.money_figure(currency, claimed - refunded),
        unreported: core.money_figure(currency, refunded - claimed),
        stated: core.money_figure(currency, coalesce(claimed, 0)),
        order_id: order_id,
        status: status,
        expected_on: expected_on
      }) as reason,
      case when reason_code is null then 'same_identifier' end as match_pass,
      recon.record_of(order_id, reference, placed_at, receipt_id, line_no) as left_record,
      nullif(claimed, 0) as left_amount,
      recon.record_of(coalesce(refund_key, payment_key), reference, refunded_at, refund_receipt_id, refund_line_no) as right_record,
      nullif(refunded, 0) as right_amount,
      case when reason_code is null then 0 else refunded - coalesce(claimed, 0) end as right_minus_left,
      case when reason_code in ('refund_may_follow', 'refund_late') then expected_on end as expected_on,
      case when reason_code in ('refund_may_follow', 'refund_late') then becomes_break_on end as becomes_break_on
    from classified
  )
  from recon.item_of('order_refunds', item)
);

-- statement: order_refunds_unproven
-- unproven days of: order_refunds
-- grain: one business day with orders that lack the refunded amount, or with a refund of such an order
-- key: currency, business_date
-- reads: recon.order_refund
create or replace macro recon.order_refunds_unproven(period_start, period_end) as table (
  with
  missing as (
    select currency, order_id, unnest(list_distinct([placed_on, coalesce(refunded_on, placed_on)])) as business_date
    from recon.order_refund
    where is_refund_missing
  )
  select
    currency,
    business_date,
    '' as subject,
    core.say('order_refunds-not_stated', { orders: count(*) }) as no_figures,
    'Export the orders again with the refunded amount of each. If your shop cannot export it, waive the control (waivers).' as what_to_do
  from missing
  where business_date >= period_start and business_date < period_end
  group by currency, business_date
);
