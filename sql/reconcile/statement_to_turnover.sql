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
    select company, currency, business_date, direction, occurrence, amount, fee
    from core.payment_now
    where is_money_moved and business_date >= period_start and business_date < period_end
  ),
  statement_total as (
    select
      company,
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
    group by company, currency, business_date, direction
  ),
  both_totals as (
    select
      turnover.company,
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
      on statement_total.company = turnover.company
      and statement_total.currency = turnover.currency
      and statement_total.business_date = turnover.business_date
      and statement_total.direction = turnover.direction
    where turnover.business_date >= period_start and turnover.business_date < period_end
  ),
  measured as (
    select company, currency, business_date, direction, 'amount' as measure, amount::decimal(38, 4) as lines,
      repeated_amount::decimal(38, 4) as repeated, turnover_amount::decimal(38, 4) as turnover
    from both_totals
    union all
    select company, currency, business_date, direction, 'fee', fee, repeated_fee, turnover_fee from both_totals
    union all
    select company, currency, business_date, direction, 'count', payment_count, repeated_count, turnover_count from both_totals
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
  select
    company,
    currency,
    business_date,
    direction as subject,
    measure,
    line_no,
    line_code,
    title,
    line_amount::decimal(38, 4) as amount,
    is_total,
    is_residual
  from bridge
  order by company, currency, business_date, subject, measure, line_no
);
