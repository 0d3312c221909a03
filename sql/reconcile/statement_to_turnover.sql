-- statement: statement_to_turnover
-- name: statement_to_turnover
-- title: Statement to turnover
-- kind: control
-- left: Statement lines with money moved
-- right: Gateway turnover
-- grain: company, currency, business day, direction, measure (amount, fee, count)
-- needs: statement, turnover
-- meaning: The statement and the gateway's turnover of the day differ, so the statement may be incomplete.
-- action: Ask the gateway for the payments of that day and direction. Do not book the day before the difference is explained.
-- order: 10
-- reason: turnover_without_line | missing_left | Turnover includes payments that are missing in the statement. | Ask the gateway for the payments of that time. Do not book the day before they are identified.
-- reason: line_without_turnover | missing_right | The statement includes payments that are missing in turnover. | Ask the gateway whether these payments are valid. Do not book the day before it confirms.
-- reason: amount_differs | amount_differs | The number of payments agrees and the amount differs. | Ask the gateway which amount is right.
-- reason: fee_differs | fee_differs | The amount agrees and the fees differ. | Compare the fees with your agreement. Claim the difference from the gateway.
-- reason: line_twice | duplicate | The same payment is in the statement twice. | Book it once. Inform the gateway.
create or replace macro recon.statement_to_turnover(period_start, period_end) as table (
  with
  line as (
    select currency, business_date, direction, occurrence, amount, fee
    from core.payment_now
    where is_money_moved and business_date >= period_start and business_date < period_end
  ),
  statement_total as (
    select
      currency,
      business_date,
      direction,
      sum(amount) as amount,
      sum(fee) as fee,
      count(*) as payment_count,
      coalesce(sum(amount) filter (occurrence > 1), 0) as repeated_amount,
      coalesce(sum(fee) filter (occurrence > 1), 0) as repeated_fee,
      count(*) filter (occurrence > 1) as repeated_count
    from line
    group by currency, business_date, direction
  ),
  both_totals as (
    select
      turnover.currency,
      turnover.business_date,
      turnover.direction,
      turnover.amount as turnover_amount,
      turnover.fee as turnover_fee,
      turnover.payment_count as turnover_count,
      coalesce(statement_total.amount, 0) as amount,
      coalesce(statement_total.fee, 0) as fee,
      coalesce(statement_total.payment_count, 0) as payment_count,
      coalesce(statement_total.repeated_amount, 0) as repeated_amount,
      coalesce(statement_total.repeated_fee, 0) as repeated_fee,
      coalesce(statement_total.repeated_count, 0) as repeated_count
    from core.turnover_now as turnover
    left join statement_total
      on statement_total.currency = turnover.currency
      and statement_total.business_date = turnover.business_date
      and statement_total.direction = turnover.direction
    where turnover.business_date >= period_start and turnover.business_date < period_end
  ),
  measured as (
    select currency, business_date, direction as subject, 'amount' as measure, amount::decimal(38, 4) as lines,
      repeated_amount::decimal(38, 4) as repeated, turnover_amount::decimal(38, 4) as turnover
    from both_totals
    union all
    select currency, business_date, direction, 'fee', fee, repeated_fee, turnover_fee from both_totals
    union all
    select currency, business_date, direction, 'count', payment_count, repeated_count, turnover_count from both_totals
  ),
  bridge as (
    select *, 1 as line_no, 'statement_lines' as line_code, 'Statement lines with money moved' as title,
      lines as line_amount, false as is_total, false as is_residual
    from measured
    union all
    select *, 2, 'repeated_lines', 'Less: duplicate lines in the statement', -repeated, false, false from measured
    union all
    select *, 3, 'statement_total', 'Total per statement', lines - repeated, true, false from measured
    union all
    select *, 4, 'turnover', 'Total per gateway turnover', turnover, true, false from measured
    union all
    select *, 5, 'residual', 'Unexplained difference (turnover less statement)', turnover - (lines - repeated), false, true from measured
  )
  from recon.bridge_of(bridge)
);

-- statement: statement_to_turnover_item
-- items of: statement_to_turnover
-- grain: one day, currency and direction; and each duplicate line
-- key: item_key
-- reads: recon.statement_to_turnover, core.payment_now, core.turnover_now, core.located_message
create or replace macro recon.statement_to_turnover_item(period_start, period_end) as table (
  with
  total as (
    select
      currency,
      business_date,
      subject as direction,
      max(amount) filter (measure = 'amount' and line_code = 'statement_total') as statement_amount,
      max(amount) filter (measure = 'amount' and line_code = 'turnover') as turnover_amount,
      max(amount) filter (measure = 'amount' and is_residual) as amount_residual,
      max(amount) filter (measure = 'fee' and is_residual) as fee_residual,
      max(amount) filter (measure = 'count' and is_residual) as count_residual
    from recon.statement_to_turnover(period_start, period_end)
    group by currency, business_date, direction
  ),
  classified as (
    select
      total.*,
      case
        when count_residual > 0 then 'turnover_without_line'
        when count_residual < 0 then 'line_without_turnover'
        when amount_residual <> 0 then 'amount_differs'
        when fee_residual <> 0 then 'fee_differs'
      end as reason_code
    from total
  ),
  day_item as (
    select
      classified.currency,
      classified.business_date,
      concat_ws(':', 'day', classified.currency, classified.business_date, classified.direction) as item_key,
      reason_code,
      core.say_all([
        core.say('statement_to_turnover-' || coalesce(reason_code, 'agrees'), {
          payments: abs(count_residual)::bigint,
          direction: classified.direction,
          amount: core.money_figure(classified.currency, amount_residual),
          fees: core.money_figure(classified.currency, fee_residual)
        }),
        case
          when reason_code is not null and located.message is not null then core.say('statement_to_turnover-located', {
            located: located.message,
            is_whole: located.amount_located = amount_residual and located.fee_located = fee_residual,
            amount: core.money_figure(classified.currency, amount_residual - located.amount_located),
            fees: core.money_figure(classified.currency, fee_residual - located.fee_located)
          })
        end
      ]) as reason,
      case when reason_code is null then 'totals_equal' end as match_pass,
      classified.direction as left_key,
      statement_amount as left_amount,
      recon.record_of(classified.direction, null, null, turnover.receipt_id, null) as right_record,
      turnover_amount as right_amount,
      case when reason_code = 'fee_differs' then fee_residual else amount_residual end as right_minus_left,
      case when reason_code is not null then located.evidence end as evidence
    from classified
    left join core.turnover_now as turnover
      on turnover.currency = classified.currency
      and turnover.business_date = classified.business_date
      and turnover.direction = classified.direction
    left join core.located_message(period_start, period_end) as located
      on located.currency = classified.currency
      and located.business_date = classified.business_date
      and located.direction = classified.direction
  ),
  repeated_item as (
    select
      currency,
      business_date,
      concat_ws(':', 'line', payment_key, occurrence) as item_key,
      'line_twice' as reason_code,
      core.say('statement_to_turnover-line_twice', { payment: coalesce(reference, payment_key), occurrence: occurrence }) as reason,
      recon.record_of(payment_key, reference, paid_at, receipt_id, line_no) as left_record,
      amount as left_amount,
      -amount as right_minus_left
    from core.payment_now
    where occurrence > 1 and is_money_moved and business_date >= period_start and business_date < period_end
  ),
  item as (
    from day_item
    union all by name
    from repeated_item
  )
  from recon.item_of('statement_to_turnover', item)
);
