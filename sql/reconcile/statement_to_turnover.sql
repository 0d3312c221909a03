-- name: statement_to_turnover
-- title: Statement to turnover
-- kind: control
-- left: Statement lines on which money moved
-- right: The gateway's own turnover
-- grain: company, currency, business day, direction, measure (amount, fee, count)
-- meaning: The statement and the gateway's own total of the day disagree, so the statement is not the whole truth about the day.
-- action: Ask the gateway for the payments of that day and direction; do not book the day before the difference is named.
-- order: 10
-- reason: turnover_without_line | missing_left | Turnover counts payments that the statement does not show. | Ask the gateway for the payments of that time; do not book the day before they are named.
-- reason: line_without_turnover | missing_right | The statement shows lines that turnover does not count. | Ask the gateway whether these payments are real; do not book the day before it has answered.
-- reason: amount_differs | amount_differs | Both count the same payments and come to another amount. | Ask the gateway which amount holds.
-- reason: fee_differs | fee_differs | Both come to the same amount and to other fees. | Compare the fees with your agreement; ask the gateway for the difference.
-- reason: line_twice | duplicate | The same payment stands in the statement twice. | Book it once; tell the gateway.
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
    select *, 1 as line_no, 'statement_lines' as line_code, 'Statement lines on which money moved' as title,
      lines as line_amount, false as is_total, false as is_residual
    from measured
    union all
    select *, 2, 'repeated_lines', 'Less: lines that stand in the statement more than once', -repeated, false, false from measured
    union all
    select *, 3, 'statement_total', 'Total per statement', lines - repeated, true, false from measured
    union all
    select *, 4, 'turnover', 'Total per gateway turnover', turnover, true, false from measured
    union all
    select *, 5, 'residual', 'Unexplained (turnover less statement)', turnover - (lines - repeated), false, true from measured
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
