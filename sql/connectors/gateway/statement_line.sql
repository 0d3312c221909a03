-- statement: statement_columns
-- Refuses a statement with swapped or scaled columns: its figures hardly ever agree, or its fees are nearly the whole amount,
-- which shows that fee and net amount are exchanged. Such figures cannot be used, although each cell can be read.
select
  'FILE_COLUMNS_CONTRADICT' as code,
  case
    when agreeing_count * 5 < checked_count
      then 'The columns "{amount}", "{fee}" and "{net_amount}" do not fit together: amount less fee is the net amount in '
        || agreeing_count || ' of ' || checked_count || ' lines. In line ' || example_line || ' they are ' || array_to_string(example_figures, ', ') || '.'
    else 'The columns "{fee}" and "{net_amount}" seem to be exchanged: in ' || swapped_count
      || ' lines the fee is more than half of the amount. In line ' || example_line || ' amount, fee and net amount are '
      || array_to_string(example_figures, ', ') || '.'
  end as message,
  'Export the file again, or correct statement.aliases.'
    || case
      when agreeing_count * 5 < checked_count
        then ' If the gateway withholds a reserve of each payment, set statement.reserve_percent.'
      else ''
    end as remedy,
  example_line as line_no
from raw.statement_convention
where receipt_id = $receipt_id
  and checked_count >= 4
  and (agreeing_count * 5 < checked_count or swapped_count > 0);

-- statement: statement_line
-- grain: one line of one statement file, typed
-- key: receipt_id, line_no
-- reads: the table the_lines, raw.statement_convention, raw.receipt, staging.currency, staging.statement_type,
-- staging.statement_status, staging.statement_sign
-- A rejected line has reject_code and reject_reason, and is not loaded. Fees keep their signs: a fee that the gateway gave back
-- is negative. On a line that moved money, the net amount must be the amount less the fee and the withheld amount. The zone is
-- a parameter and is not looked up, because a million times are read quickly only with a constant zone.
create or replace macro staging.statement_line(the_receipt_id, the_zone, the_lines) as table (
  with
  line as (
    select
      line.* replace (
        staging.with_decimal_point(line.amount, receipt.decimal_mark) as amount,
        staging.with_decimal_point(line.fee, receipt.decimal_mark) as fee,
        staging.with_decimal_point(line.net_amount, receipt.decimal_mark) as net_amount,
        staging.with_decimal_point(line.withheld, receipt.decimal_mark) as withheld
      ),
      receipt.received_at,
      receipt.date_order,
      receipt.earliest_day,
      receipt.latest_day,
      timezone(the_zone, receipt.earliest_day::timestamp) as earliest_at,
      timezone(the_zone, receipt.latest_day::timestamp + interval 1 day) as latest_at,
      -- money may be settled long after it was paid
      timezone(the_zone, receipt.latest_day::timestamp + interval 401 day) as latest_settled_at,
      lower(trim(line.type)) as type_word,
      case
        when regexp_matches(line.status, '[\s-]') then lower(regexp_replace(trim(line.status), '[\s-]+', '_', 'g'))
        else lower(line.status)
      end as status_word,
      coalesce(
        upper(trim(line.currency)),
        receipt.currency
      ) as currency_code
    from query_table(the_lines) as line
    inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
  ),
  understood as (
    select
      line.*,
      kind.kind,
      kind.direction,
      status.is_money_moved,
      currency.exponent,
      list_concat(currency.symbols, [currency.currency]) as symbols
    from line
    left join staging.statement_type as kind on kind.word = line.type_word
    left join staging.statement_status as status on status.word = line.status_word
    left join staging.currency as currency on currency.currency = line.currency_code
  ),
  typed as (
    select
      understood.*,
      staging.money_from_text(amount, symbols, exponent) as amount_money,
      staging.money_from_text(fee, symbols, exponent) as fee_money,
      staging.money_from_text(net_amount, symbols, exponent) as net_money,
      staging.money_from_text(withheld, symbols, exponent) as withheld_money,
      staging.instant_from_text(created_on, the_zone, date_order) as created_at,
      staging.instant_from_text(paid_on, the_zone, date_order) as paid_at,
      staging.instant_from_text(settled_on, the_zone, date_order) as settled_at
    from understood
  ),
  -- wide decimals, so that mistyped figures do not overflow
  signed as (
    select
      typed.*,
      convention.outgoing_sign,
      convention.reserve_millionths,
      sign.positive_count,
      sign.negative_count,
      sign.same_sign_count,
      -- a file writes outgoing amounts with either sign; here the direction column has the sign
      (case when direction = 'outgoing' then abs(amount_money) else amount_money end)::decimal(38, 4) as gross,
      (coalesce(convention.fee_sign, 1) * coalesce(fee_money, 0))::decimal(38, 4) as charged,
      abs(coalesce(withheld_money, 0))::decimal(38, 4) as held,
      (case when direction = 'outgoing' then abs(net_money) else net_money end)::decimal(38, 4) as stated_net,
      net_money is not null and is_money_moved and (fee_money is not null or convention.has_fee) as is_checked
    from typed
    left join raw.statement_convention as convention on convention.receipt_id = typed.receipt_id
    left join staging.statement_sign(the_lines) as sign on sign.type_word = typed.type_word
  ),
  compared as (
    select
      signed.*,
      case
        when direction = 'outgoing' then abs(abs(gross + coalesce(outgoing_sign, -1) * charged) - stated_net)
        else abs(gross - charged - stated_net)
      end as left_over,
      case
        when direction = 'incoming' then null
        -- a fee that exceeds its amount gives the net amount the other sign
        when same_sign_count > 0 and sign(amount_money) * sign(net_money) * sign(gross + coalesce(outgoing_sign, -1) * charged) < 0 then 'net'
        when positive_count > 0 and negative_count > 0
          and case when amount_money < 0 then negative_count when amount_money > 0 then positive_count end = 1
          then 'type'
      end as sign_contradicted
    from signed
  ),
  classified as (
    select
      compared.*,
      case
        when type is null and status is null and amount is not null then 'summary_row'
        when type is null then 'type_missing'
        when kind is null then case
            when lower(trim(type)) in ('type', 'payment type', 'transaction type') then 'header_repeated'
            when regexp_matches(lower(type), '^\s*(grand[ -]?|sub[ -]?)?(total|jumlah|sum)\b') then 'summary_row'
            else 'type_unknown'
          end
        when status is null then 'status_missing'
        when is_money_moved is null then 'status_unknown'
        when kind in ('payment', 'refund') and coalesce(not regexp_matches(id, '[^\s\p{Z}]'), true)
          and exists (select 1 from query_table(the_lines) as other where staging.tidy_text(other.id) is not null)
          then 'identifier_missing'
        when currency_code is null then 'currency_missing'
        when exponent is null then 'currency_unknown'
        when amount is null then 'amount_missing'
        when amount_money is null then 'amount_unreadable'
        when fee is not null and fee_money is null then 'fee_unreadable'
        when net_amount is not null and net_money is null then 'net_unreadable'
        when withheld_money is null and staging.tidy_text(withheld) is not null then 'withheld_unreadable'
        when sign_contradicted is not null then 'sign_contradicts'
        when is_checked and left_over <> held
          and (
            direction = 'outgoing' or held <> 0 or reserve_millionths is null or gross < charged + stated_net
            or abs(left_over * 1000000 - gross * reserve_millionths) >= staging.major_from_minor('1', exponent) * 1000000
          )
          then 'net_differs'
        when abs(gross) + abs(charged) + held >= 100000000000000 then 'amount_too_large'
        when created_at is null and staging.has_short_year(created_on) then 'year_two_digits'
        when paid_at is null and staging.has_short_year(paid_on) then 'year_two_digits'
        when settled_at is null and staging.has_short_year(settled_on) then 'year_two_digits'
        when created_at is null and staging.tidy_text(created_on) is not null then 'created_unreadable'
        when paid_at is null and staging.tidy_text(paid_on) is not null then 'paid_unreadable'
        when settled_at is null and staging.tidy_text(settled_on) is not null then 'settled_unreadable'
        when is_money_moved and paid_at is null then 'paid_missing'
        when created_at < earliest_at or created_at >= latest_at or paid_at < earliest_at or paid_at >= latest_at
          or settled_at < earliest_at or settled_at >= latest_settled_at
          then 'date_implausible'
        when settled_at < paid_at - interval 1 day then 'settled_before_paid'
      end as reject_code
    from compared
  )
  select
    receipt_id,
    line_no,
    received_at,
    trim(id) as payment_id,
    kind,
    direction,
    currency_code as currency,
    gross::decimal(18, 4) as amount,
    charged::decimal(18, 4) as fee,
    try_cast(
      coalesce(
        stated_net,
        case when direction = 'outgoing' then gross + coalesce(outgoing_sign, -1) * charged else gross - charged - held end
      ) as decimal(18, 4)
    ) as net_amount,
    -- a reserve that is a common share of the lines is stated only by their net amounts
    try_cast(
      case
        when not is_checked then withheld_money
        when direction = 'incoming' and held = 0 and left_over > 0 then left_over
        else held
      end as decimal(18, 4)
    ) as withheld,
    coalesce(is_checked, false) as is_net_stated,
    trim(reference) as reference,
    trim(related_to) as related_to,
    status_word as status,
    is_money_moved,
    trim(payment_method) as method,
    trim(product) as product,
    trim(flow) as flow,
    trim(country) as country,
    trim(description) as description,
    trim(client) as customer_name,
    trim(client_email) as customer_email,
    created_at,
    paid_at,
    settled_at,
    case
      when coalesce(paid_at, created_at) < earliest_at or coalesce(paid_at, created_at) >= latest_at then null
      else cast(timezone(the_zone, coalesce(paid_at, created_at)) as date)
    end as business_date,
    reject_code,
    case reject_code
      when 'summary_row' then 'Summary row among the lines: "' || coalesce(type, amount) || '".'
      when 'type_missing' then 'The line has no type.'
      when 'header_repeated' then 'Repeated header.'
      when 'type_unknown' then 'The type "' || type || '" is unknown.'
      when 'status_missing' then 'The line has no status.'
      when 'status_unknown' then 'The status "' || status || '" is unknown.'
      when 'identifier_missing' then 'The line has no id, and other lines of the statement have one.'
      when 'settled_before_paid' then 'The line was settled on ' || settled_on || ', before it was paid on ' || paid_on || '.'
      when 'currency_missing' then 'The line names no currency, and the statement was not requested for one.'
      when 'currency_unknown' then staging.currency_reason(currency_code)
      when 'amount_missing' then 'The line has no amount.'
      when 'amount_unreadable' then 'The amount "' || amount || '" is not a valid amount in ' || currency_code || '.'
      when 'fee_unreadable' then 'The fee "' || fee || '" is not a valid amount in ' || currency_code || '.'
      when 'net_unreadable' then 'The net amount "' || net_amount || '" is not a valid amount in ' || currency_code || '.'
      when 'withheld_unreadable'
        then 'The withheld amount "' || withheld || '" is not a valid amount in ' || currency_code || '.'
      when 'sign_contradicts' then case sign_contradicted
          when 'net' then 'The amount ' || amount || ' and the net amount ' || net_amount || ' have different signs.'
          else 'The amount ' || amount || ' has another sign than the other lines of the type ' || type || '.'
        end
      when 'net_differs' then 'The amount ' || amount || coalesce(' less the fee ' || fee, ' without a fee')
        || case when held <> 0 then ' and the withheld ' || withheld else '' end || ' is not the net amount ' || net_amount || '.'
      when 'amount_too_large' then 'The amount ' || amount || ' with its fee is too large.'
      when 'year_two_digits' then 'The year of "' || case
          when created_at is null and staging.has_short_year(created_on) then created_on
          when paid_at is null and staging.has_short_year(paid_on) then paid_on
          else settled_on
        end || '" has two digits: set statement.two_digit_years.'
      when 'date_implausible' then case
          when created_at < earliest_at or created_at >= latest_at then 'The creation time "' || created_on
          when paid_at < earliest_at or paid_at >= latest_at then 'The paid time "' || paid_on
          else 'The settlement time "' || settled_on
        end || '" is not between ' || earliest_day || ' and ' || case
          when (created_at < earliest_at or created_at >= latest_at or paid_at < earliest_at or paid_at >= latest_at) is true
            then latest_day
          else latest_day + 400
        end || '.'
      when 'created_unreadable' then 'The creation time "' || created_on || '" is not a valid time.'
      when 'paid_unreadable' then 'The paid time "' || paid_on || '" is not a valid time.'
      when 'settled_unreadable' then 'The settlement time "' || settled_on || '" is not a valid time.'
      when 'paid_missing' then 'The line is ' || status || ' and has no paid time.'
    end as reject_reason,
    case
      when reject_code is not null then concat_ws(' | ', id, type, reference, currency, amount, fee, status, paid_on, description)
    end as raw_text
  from classified
);

-- statement: statement_payment
-- grain: one accepted line of one statement file, as a payment
-- key: payment_key, occurrence
-- reads: staging.statement_line
-- In a statement without ids, a line is identified by its content. A repeated line has a higher occurrence and remains a
-- separate line, which the reconciliations report.
create or replace macro staging.statement_payment(the_receipt_id, the_zone, the_lines) as table (
  with
  line as (
    select
      statement_line.*,
      coalesce(
        payment_id,
        'line-' || substr(md5(concat_ws('|', kind, reference, currency, amount, created_at, paid_at, description)), 1, 20)
      ) as payment_key
    from staging.statement_line(the_receipt_id, the_zone, the_lines) as statement_line
  ),
  repeated as (
    select payment_key
    from line
    where reject_code is null
    group by payment_key
    having count(*) > 1
  ),
  occurrence as (
    select
      line.receipt_id,
      line.line_no,
      row_number() over (partition by line.payment_key order by line.line_no) as occurrence
    from line
    inner join repeated on repeated.payment_key = line.payment_key
    where line.reject_code is null
  )
  select
    line.*,
    coalesce(occurrence.occurrence, 1)::integer as occurrence
  from line
  left join occurrence on occurrence.line_no = line.line_no
);
