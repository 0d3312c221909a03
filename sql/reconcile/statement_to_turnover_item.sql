-- items of: statement_to_turnover
-- grain: one day, currency and direction; and each duplicate line
-- key: item_key
-- reads: recon.statement_to_turnover, core.payment_now, core.turnover_now, core.located_message
create or replace macro recon.statement_to_turnover_item(period_start, period_end) as table (
  with
  total as (
    select
      company,
      currency,
      business_date,
      subject as direction,
      max(amount) filter (measure = 'amount' and line_code = 'statement_total') as statement_amount,
      max(amount) filter (measure = 'amount' and line_code = 'turnover') as turnover_amount,
      max(amount) filter (measure = 'amount' and is_residual) as amount_residual,
      max(amount) filter (measure = 'fee' and is_residual) as fee_residual,
      max(amount) filter (measure = 'count' and is_residual) as count_residual
    from recon.statement_to_turnover(period_start, period_end)
    group by company, currency, business_date, direction
  ),
  classified as (
    select
      total.*,
      case
        when count_residual > 0 then 'missing_left'
        when count_residual < 0 then 'missing_right'
        when amount_residual <> 0 then 'amount_differs'
        when fee_residual <> 0 then 'fee_differs'
        else 'matched'
      end as outcome
    from total
  ),
  day_item as (
    select
      classified.company,
      classified.currency,
      classified.business_date,
      concat_ws(':', 'day', classified.currency, classified.business_date, classified.direction) as item_key,
      outcome,
      case outcome
        when 'missing_left' then 'turnover_without_line'
        when 'missing_right' then 'line_without_turnover'
        when 'amount_differs' then 'amount_differs'
        when 'fee_differs' then 'fee_differs'
      end as reason_code,
      core.say_all([
        core.say('statement_to_turnover-' || coalesce(reason_code, 'agrees'), {
          payments: abs(count_residual)::bigint,
          direction: classified.direction,
          amount: core.money_figure(classified.currency, amount_residual),
          fees: core.money_figure(classified.currency, fee_residual)
        }),
        case
          when outcome <> 'matched' and located.message is not null then core.say('statement_to_turnover-located', {
            located: located.message,
            is_whole: located.amount_located = amount_residual and located.fee_located = fee_residual,
            amount: core.money_figure(classified.currency, amount_residual - located.amount_located),
            fees: core.money_figure(classified.currency, fee_residual - located.fee_located)
          })
        end
      ]) as reason,
      case when outcome = 'matched' then 'totals_equal' end as match_pass,
      classified.direction as left_key,
      null::text as left_reference,
      statement_amount as left_amount,
      null::timestamptz as left_at,
      null::integer as left_file_id,
      null::bigint as left_line_no,
      classified.direction as right_key,
      null::text as right_reference,
      turnover_amount as right_amount,
      null::timestamptz as right_at,
      turnover.file_id as right_file_id,
      null::bigint as right_line_no,
      case when outcome = 'fee_differs' then fee_residual else amount_residual end as right_minus_left,
      case when outcome <> 'matched' then located.evidence end as evidence
    from classified
    left join core.turnover_now as turnover
      on turnover.company = classified.company
      and turnover.currency = classified.currency
      and turnover.business_date = classified.business_date
      and turnover.direction = classified.direction
    left join core.located_message(period_start, period_end) as located
      on located.company = classified.company
      and located.currency = classified.currency
      and located.business_date = classified.business_date
      and located.direction = classified.direction
  ),
  repeated_item as (
    select
      company,
      currency,
      business_date,
      concat_ws(':', 'line', payment_key, occurrence) as item_key,
      'duplicate' as outcome,
      'line_twice' as reason_code,
      core.say('statement_to_turnover-line_twice', { payment: coalesce(reference, payment_key), occurrence: occurrence }) as reason,
      null::text as match_pass,
      payment_key as left_key,
      reference as left_reference,
      amount::decimal(38, 4) as left_amount,
      paid_at as left_at,
      file_id as left_file_id,
      line_no as left_line_no,
      null::text as right_key,
      null::text as right_reference,
      null::decimal(38, 4) as right_amount,
      null::timestamptz as right_at,
      null::integer as right_file_id,
      null::bigint as right_line_no,
      (-amount)::decimal(38, 4) as right_minus_left,
      null::text as evidence
    from core.payment_now
    where occurrence > 1 and is_money_moved and business_date >= period_start and business_date < period_end
  )
  select *, null::date as expected_on, null::date as becomes_break_on, null::text as runners_up from day_item
  union all
  select *, null, null, null from repeated_item
  order by company, currency, business_date, item_key
);
