-- statement: located_difference
-- Where statement and turnover differ: the smallest parts of a day for which the gateway was queried and whose turnover
-- differs from the statement lines. An answer older than the day's total is left out, since the day may have changed.
-- grain: one smallest differing part of a day
-- key: currency, business_date, direction, window_from, methods, products, flows
-- reads: core.turnover_slice, core.turnover_now, core.counted_line, core.company
create or replace macro core.located_difference(period_start, period_end) as table (
  with
  slice as (
    select turnover_slice.*
    from core.turnover_slice as turnover_slice
    inner join core.turnover_now as turnover
      on turnover.currency = turnover_slice.currency
      and turnover.business_date = turnover_slice.business_date
      and turnover.direction = turnover_slice.direction
      and turnover.since_receipt_id < turnover_slice.receipt_id
    where turnover_slice.business_date >= period_start and turnover_slice.business_date < period_end
    qualify row_number() over (
      partition by turnover_slice.currency, turnover_slice.business_date, turnover_slice.direction,
        window_from, window_to, methods, products, flows
      order by turnover_slice.receipt_id desc
    ) = 1
  ),
  line as (
    select counted_line.*
    from core.counted_line as counted_line
    semi join slice on slice.business_date = counted_line.business_date
  ),
  line_of_slice as (
    select slice.receipt_id, slice.direction, line.payment_key, line.reference, line.amount, line.fee, line.paid_at, line.method, line.product, line.flow
    from slice
    inner join line
      on line.currency = slice.currency
      and line.business_date = slice.business_date
      and line.direction = slice.direction
      and line.paid_at >= slice.window_from
      and line.paid_at < slice.window_to
      and (slice.methods is null or list_contains(slice.methods, line.method))
      and (slice.products is null or list_contains(slice.products, line.product))
      and (slice.flows is null or list_contains(slice.flows, line.flow))
  ),
  statement_side as (
    select receipt_id, direction, sum(amount) as amount, sum(fee) as fee, count(*) as line_count
    from line_of_slice
    group by receipt_id, direction
  ),
  compared as (
    select
      slice.currency,
      slice.business_date,
      slice.direction,
      slice.window_from,
      slice.window_to,
      slice.methods,
      slice.products,
      slice.flows,
      (slice.amount - coalesce(statement_side.amount, 0))::decimal(38, 4) as amount_difference,
      (slice.fee - coalesce(statement_side.fee, 0))::decimal(38, 4) as fee_difference,
      slice.payment_count - coalesce(statement_side.line_count, 0) as count_difference,
      coalesce(statement_side.line_count, 0) as line_count,
      slice.receipt_id
    from slice
    left join statement_side on statement_side.receipt_id = slice.receipt_id and statement_side.direction = slice.direction
  ),
  differing as (
    select * from compared where amount_difference <> 0 or fee_difference <> 0 or count_difference <> 0
  ),
  smallest as (
    select whole.*
    from differing as whole
    anti join differing as part
      on part.currency = whole.currency
      and part.business_date = whole.business_date
      and part.direction = whole.direction
      and part.receipt_id <> whole.receipt_id
      and part.window_from >= whole.window_from
      and part.window_to <= whole.window_to
      and (whole.methods is null or coalesce(list_has_all(whole.methods, part.methods), false))
      and (whole.products is null or coalesce(list_has_all(whole.products, part.products), false))
      and (whole.flows is null or coalesce(list_has_all(whole.flows, part.flows), false))
  ),
  named as (
    select
      line_of_slice.receipt_id,
      line_of_slice.direction,
      list({
        'name': coalesce(reference, payment_key), 'payment_key': payment_key, 'method': method, 'product': product, 'flow': flow
      } order by paid_at, payment_key) as lines
    from line_of_slice
    semi join smallest on smallest.receipt_id = line_of_slice.receipt_id and smallest.direction = line_of_slice.direction
    group by line_of_slice.receipt_id, line_of_slice.direction
  )
  select
    smallest.currency,
    smallest.business_date,
    smallest.direction,
    smallest.window_from,
    smallest.window_to,
    strftime(timezone(company.zone, smallest.window_from), '%H:%M') || '–' || case
      when cast(timezone(company.zone, smallest.window_to) as date) > smallest.business_date then '24:00'
      else strftime(timezone(company.zone, smallest.window_to), '%H:%M')
    end as time_of_day,
    smallest.methods,
    smallest.products,
    smallest.flows,
    smallest.amount_difference,
    smallest.fee_difference,
    smallest.count_difference,
    smallest.line_count,
    named.lines[1:5] as first_lines,
    smallest.receipt_id
  from smallest
  cross join core.company as company
  left join named on named.receipt_id = smallest.receipt_id and named.direction = smallest.direction
  order by smallest.currency, smallest.business_date, smallest.direction, smallest.window_from, smallest.receipt_id
);

-- statement: open_difference
-- The effect of each open item on money, and the records that it is about. The effect of an event has the same sign in every
-- reconciliation: money due to the company is positive. A payment that is missing in the statement is due, whether its order,
-- its callback, the turnover or the balance shows it.
-- A suggested match has only one record, because the other is not proven to be the same. A refund is about itself, not about
-- its payment.
-- grain: one open item
-- key: break_id
-- reads: recon.item, recon.outcome, recon.bridge_line, core.merchant_order
create or replace view recon.open_difference as
with
item as (
  select
    item.*,
    item.reconciliation = 'callbacks_to_statement' and coalesce(item.reason_code in ('not_signed', 'other_mode'), false) as is_forged,
    item.reconciliation = 'statement_to_turnover' and item.outcome <> 'duplicate' as is_day_total,
    -- an item for everything settled on a day names the newest file, but no line of it
    item.reconciliation = 'bank_to_settlement' and not coalesce(starts_with(item.right_key, 'disbursement:'), false) as is_settled_batch,
    case when item.outcome = 'suggested' then item.right_line_no is null else true end as has_left,
    merchant_order.payment_key as order_payment_key
  from recon.item as item
  inner join recon.outcome as outcome on outcome.outcome = item.outcome and outcome.is_open
  -- a condition on the item alone would keep this from being a hash join
  left join core.merchant_order as merchant_order
    on merchant_order.placed_at = item.left_at and merchant_order.known_to is null
    and merchant_order.order_id
      = case when item.reconciliation = 'orders_to_statement' and item.outcome <> 'suggested' then item.left_key end
),
fee_residual as (
  select run_id, currency, business_date, subject, sum(amount)::decimal(38, 4) as amount
  from recon.bridge_line
  where reconciliation = 'statement_to_turnover' and measure = 'fee' and is_residual
  group by all
),
recorded as (
  select
    item.*,
    list_distinct(list_filter(
      [
        'item:' || break_id,
        case when has_left and reconciliation <> 'beneficiaries' then format('line:{}:{}', left_receipt_id, left_line_no) end,
        case when not is_settled_batch and not (reconciliation = 'refunds_to_purchases' and left_key is not null)
          then format('line:{}:{}', right_receipt_id, right_line_no) end
      ] || case reconciliation
        when 'orders_to_statement' then [
          case when has_left then 'order:' || left_key end, 'payment:' || right_key,
          case when right_key is null then 'payment:' || order_payment_key end,
          case when reason_code in ('one_factor', 'as_the_file') then 'file:' || left_receipt_id end
        ]
        when 'callbacks_to_statement' then [
          case when has_left and not is_forged then 'payment:' || regexp_replace(left_key, '^[a-z_]+:', '') end, 'payment:' || right_key
        ]
        when 'refunds_to_purchases' then ['payment:' || coalesce(left_key, right_key)]
        when 'restatements' then [
          case when split_part(item_key, ':', -2) = '1' then 'payment:' || coalesce(left_key, right_key) end
        ]
        when 'line_arithmetic' then [case when split_part(item_key, ':', -1) = '1' then 'payment:' || left_key end]
        when 'statement_formats' then ['payment:' || coalesce(left_key, right_key)]
        when 'fees_to_schedule' then ['payment:' || right_key]
        when 'bank_to_settlement' then [
          case when has_left then 'bank_line:' || left_key end,
          case when is_settled_batch then 'deposit:' || right_key else 'payment:' || right_key[14:] end
        ]
        when 'allocations_to_payouts' then [
          case when has_left then 'movement:' || left_key end, case when starts_with(item_key, 'instruction:') then 'payout:' || right_key end
        ]
        when 'allocation_lifecycle' then ['movement:' || left_key]
        when 'beneficiaries' then [case when starts_with(item_key, 'instruction:') then 'payout:' || right_key end]
        else []
      end,
      lambda record: record is not null
    )) as records,
    case
      when is_day_total and (left_key = 'outgoing' or outcome = 'fee_differs') then -1
      -- a callback of a refund or chargeback is about outgoing money
      when reconciliation = 'callbacks_to_statement' then
        case when starts_with(coalesce(left_key, item_key), 'payment:') then -1 else 1 end
      when reconciliation in (
        'allocations_to_payouts', 'orders_to_statement', 'payments_to_settlement', 'refunds_to_purchases', 'restatements',
        'settlement_to_allocation'
      ) then -1
      -- a request that lacks an approval moves nothing that is due
      when reconciliation = 'allocation_lifecycle' then 0
      else 1
    end * coalesce(right_minus_left, 0) as effect_of_side,
    -- the amount of the line before its fee, as the other sources state it
    try_cast(json_extract_string(evidence, case reason_code when 'line_vanished' then '$.before.amount' when 'line_appeared' then '$.after.amount' end)
      as decimal(38, 4)) as gross_of_line
  from item
)
select
  recorded.run_id,
  recorded.break_id,
  recorded.currency,
  recorded.business_date,
  recorded.reconciliation,
  recorded.outcome,
  recorded.reason_code,
  recorded.reason,
  recorded.records,
  case
    when gross_of_line is not null and recorded.reconciliation = 'restatements' then sign(effect_of_side) * gross_of_line
    else effect_of_side
  end::decimal(38, 4) as effect,
  case when recorded.outcome = 'fee_differs' then 'fee' when recorded.reason_code = 'net_differs' then 'net' else 'amount' end as measure,
  case recorded.reason_code
    when 'order_without_payment' then 'order'
    when 'callback_without_line' then 'payment'
    when 'line_vanished' then 'payment'
  end as missing_of,
  recorded.left_reference as reference,
  coalesce(gross_of_line, recorded.left_amount) as gross,
  coalesce(recorded.left_at, recorded.right_at) as occurred_at,
  case when is_day_total then recorded.evidence end as located,
  is_day_total and recorded.left_key = 'outgoing' as is_negated,
  case
    when is_day_total and recorded.outcome = 'fee_differs' then effect_of_side
    when is_day_total then effect_of_side - coalesce(fee_residual.amount, 0)
    when recorded.reconciliation = 'gateway_balance' then effect_of_side
  end::decimal(38, 4) as net_effect
from recorded
left join fee_residual
  on fee_residual.run_id = recorded.run_id
  and fee_residual.currency = recorded.currency and fee_residual.business_date = recorded.business_date
  and fee_residual.subject = case when recorded.is_day_total then recorded.left_key end;

-- statement: outcome
-- The outcomes that an item can have, in the order in which reports list them.
-- grain: one outcome
-- key: outcome
-- reads: nothing
create or replace view recon.outcome as
select outcome, is_break, is_open, list_order
from (values
  ('matched', false, false, 1), ('matched_with_tolerance', false, false, 2), ('suggested', false, true, 3), ('timing', false, true, 4),
  ('overdue', true, true, 5), ('missing_left', true, true, 6), ('missing_right', true, true, 7), ('amount_differs', true, true, 8),
  ('status_differs', true, true, 9), ('duplicate', true, true, 10), ('orphan_refund', true, true, 11), ('over_refund', true, true, 12),
  ('fee_differs', true, true, 13), ('control_breach', true, true, 14), ('restated', true, true, 15)
) as known (outcome, is_break, is_open, list_order);

-- statement: what_to_do
-- What to do about an item: by its reason, or else by its reconciliation; nothing that open items that add up would contradict.
create or replace macro core.what_to_do(adds_up, of_reason, of_reconciliation) as (
  if(adds_up, 'If the open items that add up belong together, match them by hand. Until then, do not refund, collect or book any of them.',
    coalesce(of_reason, of_reconciliation))
);
