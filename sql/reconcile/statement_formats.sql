-- name: statement_formats
-- title: Statement in two formats
-- kind: match
-- left: Statement lines in the first format
-- right: Statement lines in the second format
-- grain: one line that is in one of two formats of a statement only, or that differs between them; and the lines of a day that agree
-- needs: statement, statement_comparison
-- optional: yes
-- meaning: The gateway gives the same statement differently in two formats, or one of the files is read wrongly.
-- action: Find out which of the two files is right, by turnover or in the gateway's portal, before you rely on either.
-- order: 12
-- reason: missing_in_second | missing_right | A line is in the statement's first format only. | Ask the gateway whether the line exists. If it does, rely on the first format.
-- reason: missing_in_first | missing_left | A line is in the statement's second format only: it is not in the figures. | Ask the gateway whether the line exists. If it does, make the second format the first one and fetch the day again.
-- reason: rejected_in_second | missing_right | A line was rejected in the statement's second format and accepted in the first. | Look up the reason of the rejection; the first format may be read wrongly.
-- reason: rejected_in_first | missing_left | A line was rejected in the statement's first format and accepted in the second. | Look up the reason of the rejection. Correct the configuration, or request a corrected file.
-- reason: amount_differs | amount_differs | The amount, net amount, currency or type of a line differs between the two formats. | Ask the gateway which is right.
-- reason: fee_differs | fee_differs | The fee of a line differs between the two formats. | Compare the fee with your agreement, and ask the gateway which is right.
-- reason: status_differs | status_differs | The status of a line differs between the two formats. | Fetch the day again. If it still differs, ask the gateway which is right.
-- reason: details_differ | control_breach | A time, the reference, the payment method or another detail of a line differs between the two formats. | Find out which file is right: the line may be matched or dated wrongly.
-- A day is judged by the newest statement that covers it and that was received in both formats. Times that differ by less than
-- a second agree, because workbooks keep them as fractions of a day. Names, e-mail addresses and descriptions are not compared.
create or replace macro recon.statement_formats(period_start, period_end) as table (
  with
  date as (
    select unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
  ),
  day_pair as (
    select pair.*, date.business_date
    from date
    inner join core.statement_pair as pair
      on timezone(pair.zone, date.business_date::timestamp) >= pair.window_from
      and timezone(pair.zone, (date.business_date + interval 1 day)::timestamp) <= pair.window_to
    qualify row_number() over (partition by pair.currency, date.business_date order by pair.first_receipt_id desc) = 1
  ),
  pair as (
    select distinct * exclude (business_date) from day_pair
  ),
  first_line as (
    select line.*
    from core.compared_line as line
    where line.receipt_id in (select first_receipt_id from pair)
  ),
  second_line as (
    select line.*, pair.first_receipt_id
    from core.compared_line as line
    inner join pair on pair.second_receipt_id = line.receipt_id
  ),
  by_key as (
    select first_line.receipt_id, first_line.line_no as first_line_no, second_line.line_no as second_line_no
    from first_line
    inner join second_line
      on second_line.first_receipt_id = first_line.receipt_id
      and second_line.payment_key = first_line.payment_key
      and second_line.occurrence = first_line.occurrence
      and (second_line.reject_reason is null) = (first_line.reject_reason is null)
  ),
  -- The remaining lines: lines without an id that differ in the amount or a time, and lines that one format rejects. Two lines
  -- are paired where exactly one on either side fits.
  first_left as (
    select first_line.* from first_line anti join by_key on by_key.receipt_id = first_line.receipt_id and by_key.first_line_no = first_line.line_no
  ),
  second_left as (
    select second_line.* from second_line
    anti join by_key on by_key.receipt_id = second_line.first_receipt_id and by_key.second_line_no = second_line.line_no
  ),
  by_id as (
    select first_left.receipt_id, any_value(first_left.line_no) as first_line_no, any_value(second_left.line_no) as second_line_no
    from first_left
    inner join second_left on second_left.first_receipt_id = first_left.receipt_id and second_left.payment_id = first_left.payment_id
    group by first_left.receipt_id, first_left.payment_id
    having count(*) = 1
  ),
  by_reference as (
    select first_left.receipt_id, any_value(first_left.line_no) as first_line_no, any_value(second_left.line_no) as second_line_no
    from first_left
    inner join second_left
      on second_left.first_receipt_id = first_left.receipt_id and second_left.reference = first_left.reference
      and second_left.kind = first_left.kind
    where not exists (select 1 from by_id where by_id.receipt_id = first_left.receipt_id and by_id.first_line_no = first_left.line_no)
      and not exists (select 1 from by_id where by_id.receipt_id = first_left.receipt_id and by_id.second_line_no = second_left.line_no)
    group by first_left.receipt_id, first_left.reference, first_left.kind
    having count(*) = 1
  ),
  known as (
    select * from by_key
    union all
    select * from by_id
    union all
    select * from by_reference
  ),
  by_amount as (
    select first_left.receipt_id, any_value(first_left.line_no) as first_line_no, any_value(second_left.line_no) as second_line_no
    from first_left
    inner join second_left
      on second_left.first_receipt_id = first_left.receipt_id and second_left.kind = first_left.kind
      and second_left.currency = first_left.currency and second_left.amount = first_left.amount
      and abs(date_diff('millisecond', first_left.paid_at, second_left.paid_at)) < 1000
    where not exists (select 1 from known where known.receipt_id = first_left.receipt_id and known.first_line_no = first_left.line_no)
      and not exists (select 1 from known where known.receipt_id = first_left.receipt_id and known.second_line_no = second_left.line_no)
    group by first_left.receipt_id, first_left.kind, first_left.currency, first_left.amount, first_left.paid_at
    having count(*) = 1
    qualify count(*) over (partition by first_left.receipt_id, any_value(second_left.line_no)) = 1
  ),
  matched as (
    select * from known
    union all
    select * from by_amount
  ),
  side_by_side as (
    select coalesce(joined.first_receipt_id, second_line.first_receipt_id) as first_receipt_id, joined.one, second_line as two
    from (
      select first_line.receipt_id as first_receipt_id, first_line as one, matched.second_line_no
      from first_line
      left join matched on matched.receipt_id = first_line.receipt_id and matched.first_line_no = first_line.line_no
    ) as joined
    full outer join second_line
      on second_line.first_receipt_id = joined.first_receipt_id and second_line.line_no = joined.second_line_no
  ),
  placed as (
    select
      side_by_side.*,
      coalesce(pair.currency, one.currency, two.currency) as currency,
      pair.zone,
      pair.first_file_name,
      pair.second_file_name,
      pair.first_format,
      pair.second_format,
      coalesce(
        case when one.reject_reason is null then one.business_date end,
        case when two.reject_reason is null then two.business_date end
      ) as own_date,
      cast(timezone(pair.zone, pair.window_from) as date) as first_day,
      cast(timezone(pair.zone, pair.window_to) as date) - 1 as last_day,
      -- a line without a day, or of a day outside the statement, is shown on the statement's last day
      case when own_date between first_day and last_day then own_date else last_day end as business_date
    from side_by_side
    inner join pair on pair.first_receipt_id = side_by_side.first_receipt_id
  ),
  classified as (
    select
      placed.*,
      case
        -- lines that neither format accepts are listed as rejected rows, and keep the day incomplete
        when coalesce(one.reject_reason, case when one.line_no is null then '' end) is not null
          and coalesce(two.reject_reason, case when two.line_no is null then '' end) is not null then 'neither'
        when two.reject_reason is not null then 'rejected_in_second'
        when one.reject_reason is not null then 'rejected_in_first'
        when two.line_no is null then 'missing_in_second'
        when one.line_no is null then 'missing_in_first'
        when one.amount <> two.amount then 'amount'
        when one.currency <> two.currency then 'currency'
        when one.kind <> two.kind or one.direction <> two.direction then 'type'
        when one.fee <> two.fee then 'fee'
        when one.net_amount <> two.net_amount then 'net'
        when one.status is distinct from two.status or one.is_money_moved is distinct from two.is_money_moved then 'status'
        when (one.paid_at is null) <> (two.paid_at is null)
          or abs(date_diff('millisecond', one.paid_at, two.paid_at)) >= 1000 then 'paid'
        when (one.settled_at is null) <> (two.settled_at is null)
          or abs(date_diff('millisecond', one.settled_at, two.settled_at)) >= 1000 then 'settled'
        when (one.created_at is null) <> (two.created_at is null)
          or abs(date_diff('millisecond', one.created_at, two.created_at)) >= 1000 then 'created'
        when one.reference is distinct from two.reference then 'reference'
        when one.method is distinct from two.method then 'method'
        when one.payment_id is distinct from two.payment_id then 'id'
        when (one.related_to, one.product, one.flow, one.country) is distinct from (two.related_to, two.product, two.flow, two.country)
          then 'other'
      end as difference
    from placed
    inner join day_pair
      on day_pair.first_receipt_id = placed.first_receipt_id and day_pair.business_date = placed.business_date
  ),
  valued as (
    select
      classified.*,
      if(one.reject_reason is null, core.line_worth(one), 0)::decimal(38, 4) as first_worth,
      if(two.reject_reason is null, core.line_worth(two), 0)::decimal(38, 4) as second_worth
    from classified
    where difference is distinct from 'neither'
  ),
  item as (
    select
      currency,
      business_date,
      format('line:{}:{}:{}', currency, coalesce(one.payment_key, two.payment_key), coalesce(one.occurrence, two.occurrence)) as item_key,
      case
        when difference in ('missing_in_first', 'missing_in_second', 'rejected_in_first', 'rejected_in_second') then difference
        when difference in ('amount', 'currency', 'type', 'net') then 'amount_differs'
        when difference = 'fee' then 'fee_differs'
        when difference = 'status' then 'status_differs'
        else 'details_differ'
      end as reason_code,
      case
        when difference in ('missing_in_first', 'rejected_in_first') then core.say('statement_formats-' || difference, {
          line: two.line_no,
          file: second_file_name,
          amount: core.money_figure(two.currency, two.amount),
          other_line: one.line_no,
          other_file: first_file_name,
          problem: rtrim(one.reject_reason, '.')
        })
        when difference in ('missing_in_second', 'rejected_in_second') then core.say('statement_formats-' || difference, {
          line: one.line_no,
          file: first_file_name,
          amount: core.money_figure(one.currency, one.amount),
          other_line: two.line_no,
          other_file: second_file_name,
          problem: rtrim(two.reject_reason, '.')
        })
        else core.say('statement_formats-' || reason_code, {
          difference: difference,
          line: one.line_no,
          file: first_file_name,
          other_line: two.line_no,
          other_file: second_file_name,
          first: core.compared_text(difference, one, zone),
          second: core.compared_text(difference, two, zone)
        })
      end as reason,
      recon.record_of_line(one) as left_record,
      case when one.line_no is not null then first_worth end as left_amount,
      recon.record_of_line(two) as right_record,
      case when two.line_no is not null then second_worth end as right_amount,
      second_worth - first_worth as right_minus_left,
      json_object(
        'first', json_object('amount', one.amount::text, 'fee', one.fee::text, 'net_amount', one.net_amount::text, 'status', one.status,
          'paid_at', one.paid_at::text, 'settled_at', one.settled_at::text, 'reference', one.reference, 'method', one.method),
        'second', json_object('amount', two.amount::text, 'fee', two.fee::text, 'net_amount', two.net_amount::text, 'status', two.status,
          'paid_at', two.paid_at::text, 'settled_at', two.settled_at::text, 'reference', two.reference, 'method', two.method)
      )::text as evidence
    from valued
    where difference is not null
    union all by name
    select
      currency,
      business_date,
      format('lines:{}:{}', currency, strftime(business_date, '%Y-%m-%d')) as item_key,
      core.say('statement_formats-agree', { lines: count(*), worth: core.money_figure(currency, sum(first_worth)) }) as reason,
      'same_identifier' as match_pass,
      any_value(first_format) as left_key,
      sum(first_worth) as left_amount,
      any_value(second_format) as right_key,
      sum(second_worth) as right_amount,
      0 as right_minus_left
    from valued
    where difference is null
    group by currency, business_date
  )
  from recon.item_of('statement_formats', item)
);
