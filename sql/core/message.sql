-- statement: say
-- A message for people: the code of a message in messages/, and its figures. The sentence in each language is made when the
-- results are written; the figures are amounts (core.money_figure), days, instants (core.instant_figure), counts and texts.
create or replace macro core.say(code, figures) as (
  json_object('say', code, 'with', figures)::text
);

-- statement: say_all
-- Several messages and texts, one after the other. A null among them is left out; an empty list gives null.
create or replace macro core.say_all(messages) as (
  nullif(json_object('all', list_transform(list_filter(messages, lambda message: message is not null), lambda message: core.message_part(message)))::text, '{"all":[]}')
);

-- statement: say_list
-- Several messages as one list, with semicolons between them and without a full stop. An empty list gives null.
create or replace macro core.say_list(messages) as (
  nullif(json_object('list', list_transform(list_filter(messages, lambda message: message is not null), lambda message: core.message_part(message)))::text, '{"list":[]}')
);

-- statement: message_part
-- A message within another message, as JSON instead of text: the quotation marks of text would be escaped again on each level.
create or replace macro core.message_part(message) as (
  coalesce(case when starts_with(message, '{"') then try_cast(message as json) end, to_json(message))
);

-- statement: money_figure
-- An amount as a figure of a message: MYR 1234.5000.
create or replace macro core.money_figure(the_currency, amount) as (
  the_currency || ' ' || amount::decimal(38, 4)::text
);

-- statement: instant_figure
-- An instant as a figure of a message, in a time zone: 2026-09-30 12:00.
create or replace macro core.instant_figure(instant, zone) as (
  strftime(timezone(zone, instant), '%Y-%m-%d %H:%M')
);

-- statement: deadline_figure
-- A deadline as a figure of a message: the day, the number of days, and the holidays among them. In days that include weekends,
-- only the holidays are named.
create or replace macro core.deadline_figure(from_day, deadline, how_many, is_in_business_days) as (
  select core.say('deadline', {
      day: deadline, days: how_many, is_in_business_days: is_in_business_days, holidays: holidays.holiday_names
    })
  from (
    select string_agg(strftime(calendar_at.on_day, '%-d %b') || ' ' || calendar_at.holiday, ', ' order by calendar_at.on_day) as holiday_names
    from core.business_day as calendar_at
    where calendar_at.on_day > from_day and calendar_at.on_day <= deadline and calendar_at.holiday is not null
  ) as holidays
);

-- statement: retry_message
-- A message about the next request for an input that was requested more than once without a usable answer; null the first time.
-- `the_input` is given where the sentence is used on its own.
create or replace macro core.retry_message(the_input, request_count, next_attempt_at, zone) as (
  case
    when request_count > 1 then core.say('asked_again', {
      input: the_input, times: request_count, next_at: core.instant_figure(next_attempt_at, zone)
    })
  end
);

-- statement: located_message
-- The located differences of a day as a message: "MYR 51.90 more in turnover, FPX, 14:00–14:05, no statement line". The three
-- largest are described, the others are counted.
-- grain: one currency, business day and direction
-- key: currency, business_date, direction
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
        partition by currency, business_date, direction
        order by abs(amount_difference) desc, abs(fee_difference) desc, window_from, receipt_id
      ) as rank
    from reported
  )
  select
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
      'lines': list_transform(first_lines, lambda line: line.name), 'line_count': line_count, 'answer': receipt_id,
      -- a single line without a missing payment beside it is the difference
      'payment': case when line_count = 1 and count_difference <= 0 then first_lines[1].payment_key end
    } order by rank))::text as evidence
  from sentence
  group by currency, business_date, direction
);

-- statement: rate_text
-- One amount in multiples of another, rounded to four decimals, for people: 4.2136, 100.
create or replace macro core.rate_text(amount, unit) as (
  regexp_replace(
    (((amount * 20000)::hugeint * 10000 + (unit * 10000)::hugeint) // (unit * 20000)::hugeint * 0.0001)::decimal(38, 4)::text, '\.?0+$', ''
  )
);

-- statement: money_text
-- An amount for people: the currency, thousands separators, and as many decimals as the currency has, but never fewer than the
-- figure needs. Every reason uses it, so it names each parameter as rarely as possible: a macro repeats its argument.
-- reads: staging.currency_exponent
create or replace macro core.money_text(the_currency, amount) as (
  the_currency || ' '
  || regexp_replace(reverse(regexp_replace(reverse(split_part(amount::decimal(38, 4)::text, '.', 1)), '([0-9]{3})', '\1,', 'g')), '^(-?),', '\1')
  || rtrim(
    regexp_replace(
      '.' || split_part(amount::decimal(38, 4)::text, '.', 2),
      '0{0,' || (4 - staging.currency_exponent(the_currency)) || '}$',
      ''
    ),
    '.'
  )
);

-- statement: day_text
-- A date as reports write it: 30 Sep 2026.
create or replace macro core.day_text(day) as (
  strftime(day, '%-d %b %Y')
);

-- statement: compared_text
-- The detail of a line in which two formats of a statement differ, as people read it; null where the line has no such detail.
-- `compared` is a row of core.compared_line.
create or replace macro core.compared_text(difference, compared, zone) as (
  case difference
    when 'amount' then core.money_text(compared.currency, compared.amount)
    when 'currency' then compared.currency
    when 'type' then replace(compared.kind, '_', ' ') || ', ' || compared.direction
    when 'fee' then core.money_text(compared.currency, compared.fee)
    when 'net' then core.money_text(compared.currency, compared.net_amount)
    when 'status' then compared.status
    when 'paid' then strftime(timezone(zone, compared.paid_at), '%-d %b %Y %H:%M:%S')
    when 'settled' then strftime(timezone(zone, compared.settled_at), '%-d %b %Y %H:%M:%S')
    when 'created' then strftime(timezone(zone, compared.created_at), '%-d %b %Y %H:%M:%S')
    when 'reference' then compared.reference
    when 'method' then compared.method
    when 'id' then compared.payment_id
    else concat_ws(', ', compared.related_to, compared.product, compared.flow, compared.country)
  end
);

-- statement: plain_name
-- A name as it is compared: capital letters and digits, with one space between words.
create or replace macro core.plain_name(name) as (
  trim(upper(regexp_replace(name, '[^\p{L}\p{N}]+', ' ', 'g')))
);
