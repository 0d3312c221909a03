-- The located differences of a day as a message: "MYR 51.90 more in turnover, FPX, 14:00–14:05, no statement line". The three
-- largest are described, the others are counted.
-- grain: one company, currency, business day and direction
-- key: company, currency, business_date, direction
-- reads: core.located_difference
create or replace macro core.located_message(period_start, period_end) as table (
  with
  reported as (
    select
      located.*,
      case
        when len(methods) = 1 then upper(replace(methods[1], '_', ' '))
        -- a single line without a missing payment: its own method, product and flow apply
        when line_count = 1 and count_difference <= 0 then upper(replace(first_lines[1].method, '_', ' '))
      end as method,
      nullif(concat_ws(', ',
        case when len(products) = 1 then replace(products[1], '_', ' ') when line_count = 1 and count_difference <= 0 then replace(first_lines[1].product, '_', ' ') end,
        case when len(flows) = 1 then replace(flows[1], '_', ' ') when line_count = 1 and count_difference <= 0 then replace(first_lines[1].flow, '_', ' ') end
      ), '') as kind
    from core.located_difference(period_start, period_end) as located
  ),
  sentence as (
    select
      reported.*,
      core.say('located-difference', {
        measure: case when amount_difference <> 0 then 'amount' when fee_difference <> 0 then 'fees' else 'count' end,
        is_more: case
          when amount_difference <> 0 then amount_difference > 0
          when fee_difference <> 0 then fee_difference > 0
          else count_difference > 0
        end,
        amount: core.money_figure(currency, abs(amount_difference)),
        fees: core.money_figure(currency, abs(fee_difference)),
        payments: abs(count_difference),
        method: method,
        kind: kind,
        time_of_day: time_of_day,
        lines: line_count,
        is_beside: count_difference > 0,
        names: array_to_string(list_transform(first_lines, lambda line: line.name), ', '),
        unnamed: greatest(line_count - 5, 0)
      }) as message,
      row_number() over (
        partition by company, currency, business_date, direction
        order by abs(amount_difference) desc, abs(fee_difference) desc, window_from, file_id
      ) as rank
    from reported
  )
  select
    company,
    currency,
    business_date,
    direction,
    sum(amount_difference)::decimal(38, 4) as amount_located,
    sum(fee_difference)::decimal(38, 4) as fee_located,
    core.say_list(list_concat(
      list(message order by rank) filter (rank <= 3),
      case when count(*) > 3 then [core.say('located-smaller', { differences: count(*) - 3 })] else [] end
    )) as message,
    to_json(list({
      'from': window_from, 'to': window_to, 'methods': methods, 'products': products, 'flows': flows,
      'turnover_minus_statement': amount_difference::text, 'fee': fee_difference::text, 'count': count_difference,
      'lines': list_transform(first_lines, lambda line: line.name), 'line_count': line_count, 'answer': file_id,
      -- a single line without a missing payment beside it is the difference
      'payment': case when line_count = 1 and count_difference <= 0 then first_lines[1].payment_key end
    } order by rank))::text as evidence
  from sentence
  group by company, currency, business_date, direction
);
