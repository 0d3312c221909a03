-- The located differences of a day in words: "MYR 51.90 more in turnover, FPX, 14:00–14:05, no statement line". The three
-- largest are described, the others are counted.
-- grain: one company, currency, business day and direction
-- key: company, currency, business_date, direction
-- reads: core.located_difference
create or replace macro core.located_text(period_start, period_end) as table (
  with
  reported as (
    select
      located.*,
      case
        when amount_difference > 0 then core.money_text(currency, amount_difference) || ' more in turnover'
        when amount_difference < 0 then core.money_text(currency, -amount_difference) || ' less in turnover'
        when fee_difference > 0 then 'fees ' || core.money_text(currency, fee_difference) || ' more in turnover'
        when fee_difference < 0 then 'fees ' || core.money_text(currency, -fee_difference) || ' less in turnover'
        else format('{} payment(s) {} in turnover', abs(count_difference), case when count_difference > 0 then 'more' else 'less' end)
      end as how_much,
      case
        when len(methods) = 1 then upper(replace(methods[1], '_', ' '))
        -- a single line without a missing payment: its own method, product and flow apply
        when line_count = 1 and count_difference <= 0 then upper(replace(first_lines[1].method, '_', ' '))
      end as method,
      nullif(concat_ws(', ',
        case when len(products) = 1 then replace(products[1], '_', ' ') when line_count = 1 and count_difference <= 0 then replace(first_lines[1].product, '_', ' ') end,
        case when len(flows) = 1 then replace(flows[1], '_', ' ') when line_count = 1 and count_difference <= 0 then replace(first_lines[1].flow, '_', ' ') end
      ), '') as kind,
      case
        when line_count = 0 then 'no statement line'
        else case when count_difference > 0 then 'next to ' else '' end || 'statement line' || case when line_count > 1 then 's ' else ' ' end
      end || case
        when line_count = 0 then ''
        when line_count > 5 then format('{} and {} more', array_to_string(list_transform(first_lines, lambda line: line.name), ', '), line_count - 5)
        else array_to_string(list_transform(first_lines, lambda line: line.name), ', ')
      end as where_in_statement
    from core.located_difference(period_start, period_end) as located
  ),
  sentence as (
    select
      reported.*,
      concat_ws(', ', how_much, method || coalesce(' (' || kind || ')', ''), time_of_day, where_in_statement) as sentence,
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
    string_agg(sentence, '; ' order by rank) filter (rank <= 3)
      || case when count(*) > 3 then format('; and {} smaller', count(*) - 3) else '' end as text,
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
