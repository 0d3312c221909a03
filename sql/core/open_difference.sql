-- What each open item says of money: the records that it is about, and its effect, which has one sign for one event whichever
-- reconciliation finds it: money due to the company is positive. A payment that is missing in the statement is due, whether
-- its order, its callback, the turnover or the balance shows it.
-- A suggestion has one record only: the other is not proven to be the same. A refund is about itself, not about its payment.
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
    -- a summary of a day names the newest file, and no line of it that it is about
    item.reconciliation = 'bank_to_settlement' and not coalesce(starts_with(item.right_key, 'disbursement:'), false) as is_settled_batch,
    case when item.outcome = 'suggested' then item.right_line_no is null else true end as has_left,
    merchant_order.payment_key as order_payment_key
  from recon.item as item
  inner join recon.outcome as outcome on outcome.outcome = item.outcome and outcome.is_open
  -- a condition on the item alone would keep this from being a hash join
  left join core.merchant_order as merchant_order
    on merchant_order.company = item.company and merchant_order.placed_at = item.left_at and merchant_order.known_to is null
    and merchant_order.order_id
      = case when item.reconciliation = 'orders_to_statement' and item.outcome <> 'suggested' then item.left_key end
),
fee_residual as (
  select run_id, company, currency, business_date, subject, sum(amount)::decimal(38, 4) as amount
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
        case when has_left and reconciliation <> 'beneficiaries' then format('line:{}:{}', left_file_id, left_line_no) end,
        case when not is_settled_batch and not (reconciliation = 'refunds_to_purchases' and left_key is not null)
          then format('line:{}:{}', right_file_id, right_line_no) end
      ] || case reconciliation
        when 'orders_to_statement' then [
          case when has_left then 'order:' || left_key end, 'payment:' || right_key,
          case when right_key is null then 'payment:' || order_payment_key end
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
      -- a callback of a refund or chargeback is about money that goes out
      when reconciliation = 'callbacks_to_statement' then
        case when starts_with(coalesce(left_key, item_key), 'payment:') then -1 else 1 end
      when reconciliation in (
        'allocations_to_payouts', 'orders_to_statement', 'payments_to_settlement', 'refunds_to_purchases', 'restatements',
        'settlement_to_allocation'
      ) then -1
      else 1
    end * coalesce(right_minus_left, 0) as effect_of_side,
    -- the line as others know it: before its fee
    try_cast(json_extract_string(evidence, case reason_code when 'line_vanished' then '$.before.amount' when 'line_appeared' then '$.after.amount' end)
      as decimal(38, 4)) as gross_of_line
  from item
)
select
  recorded.run_id,
  recorded.break_id,
  recorded.company,
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
  recorded.left_at as occurred_at,
  case when is_day_total then recorded.evidence end as located,
  is_day_total and recorded.left_key = 'outgoing' as is_negated,
  case
    when is_day_total and recorded.outcome = 'fee_differs' then effect_of_side
    when is_day_total then effect_of_side - coalesce(fee_residual.amount, 0)
    when recorded.reconciliation = 'gateway_balance' then effect_of_side
  end::decimal(38, 4) as net_effect
from recorded
left join fee_residual
  on fee_residual.run_id = recorded.run_id and fee_residual.company = recorded.company
  and fee_residual.currency = recorded.currency and fee_residual.business_date = recorded.business_date
  and fee_residual.subject = case when recorded.is_day_total then recorded.left_key end;
