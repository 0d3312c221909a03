-- Where statement and turnover differ: the smallest parts of a day for which the gateway was queried and whose turnover
-- differs from the statement lines. An answer older than the day's total is left out, since the day may have changed.
-- grain: one smallest differing part of a day
-- key: company, currency, business_date, direction, window_from, methods, products, flows
-- reads: core.turnover_slice, core.turnover_now, core.counted_line, core.company
create or replace macro core.located_difference(period_start, period_end) as table (
  with
  slice as (
    select turnover_slice.*
    from core.turnover_slice as turnover_slice
    inner join core.turnover_now as turnover
      on turnover.company = turnover_slice.company
      and turnover.currency = turnover_slice.currency
      and turnover.business_date = turnover_slice.business_date
      and turnover.direction = turnover_slice.direction
      and turnover.since_file_id < turnover_slice.file_id
    where turnover_slice.business_date >= period_start and turnover_slice.business_date < period_end
    qualify row_number() over (
      partition by turnover_slice.company, turnover_slice.currency, turnover_slice.business_date, turnover_slice.direction,
        window_from, window_to, methods, products, flows
      order by turnover_slice.file_id desc
    ) = 1
  ),
  line as (
    select counted_line.*
    from core.counted_line as counted_line
    semi join slice on slice.company = counted_line.company and slice.business_date = counted_line.business_date
  ),
  line_of_slice as (
    select slice.file_id, slice.direction, line.payment_key, line.reference, line.amount, line.fee, line.paid_at, line.method, line.product, line.flow
    from slice
    inner join line
      on line.company = slice.company
      and line.currency = slice.currency
      and line.business_date = slice.business_date
      and line.direction = slice.direction
      and line.paid_at >= slice.window_from
      and line.paid_at < slice.window_to
      and (slice.methods is null or list_contains(slice.methods, line.method))
      and (slice.products is null or list_contains(slice.products, line.product))
      and (slice.flows is null or list_contains(slice.flows, line.flow))
  ),
  statement_side as (
    select file_id, direction, sum(amount) as amount, sum(fee) as fee, count(*) as line_count
    from line_of_slice
    group by file_id, direction
  ),
  compared as (
    select
      slice.company,
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
      slice.file_id
    from slice
    left join statement_side on statement_side.file_id = slice.file_id and statement_side.direction = slice.direction
  ),
  differing as (
    select * from compared where amount_difference <> 0 or fee_difference <> 0 or count_difference <> 0
  ),
  smallest as (
    select whole.*
    from differing as whole
    anti join differing as part
      on part.company = whole.company
      and part.currency = whole.currency
      and part.business_date = whole.business_date
      and part.direction = whole.direction
      and part.file_id <> whole.file_id
      and part.window_from >= whole.window_from
      and part.window_to <= whole.window_to
      and (whole.methods is null or coalesce(list_has_all(whole.methods, part.methods), false))
      and (whole.products is null or coalesce(list_has_all(whole.products, part.products), false))
      and (whole.flows is null or coalesce(list_has_all(whole.flows, part.flows), false))
  ),
  named as (
    select
      line_of_slice.file_id,
      line_of_slice.direction,
      list({
        'name': coalesce(reference, payment_key), 'payment_key': payment_key, 'method': method, 'product': product, 'flow': flow
      } order by paid_at, payment_key) as lines
    from line_of_slice
    semi join smallest on smallest.file_id = line_of_slice.file_id and smallest.direction = line_of_slice.direction
    group by line_of_slice.file_id, line_of_slice.direction
  )
  select
    smallest.company,
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
    smallest.file_id
  from smallest
  inner join core.company as company on company.company = smallest.company
  left join named on named.file_id = smallest.file_id and named.direction = smallest.direction
  order by smallest.company, smallest.currency, smallest.business_date, smallest.direction, smallest.window_from, smallest.file_id
);
