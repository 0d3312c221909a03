-- statement: payments_to_settlement
-- name: payments_to_settlement
-- title: Payments to settlements
-- kind: match
-- left: Payments of a day, net of fees
-- right: Settled payments, net of fees
-- grain: company, currency, business day of payment
-- needs: statement
-- meaning: The gateway has collected payments and has not settled them within the usual time.
-- action: Ask the gateway for the settlement date of the payments. Quote their references.
-- order: 25
-- reason: not_settled_yet | timing | Payments are outstanding, and their expected settlement date has not passed. | No action yet.
-- reason: settlement_late | overdue | Payments are past their expected settlement date. | Check whether a holiday or a review explains it. Otherwise ask the gateway.
-- reason: not_settled | missing_right | Payments are unsettled after the time in which 19 of 20 are settled. | Ask the gateway for the settlement date. Quote the references.
-- The expected settlement date is learned (core.settlement_lag), or configured for the day of payment (core.settlement_term).
-- It is compared with the day on which a statement last reported the payment, but at most with the day after the last day that
-- statements cover without a gap since the payment, or that any line shows: a file that arrives late contains nothing about the
-- days since. Covered days count even if they have no lines. Payments that were refunded or charged back have no items here. A
-- company without settlements in its statements and without a configured term has no items either
-- (payments_to_settlement_unproven).
create or replace macro recon.payments_to_settlement(period_start, period_end) as table (
  with
  payment as (
    from core.payment_to_settle
    where business_date >= period_start and business_date < period_end
  ),
  -- a currency without settlements so far is expected to settle like the others, or as configured
  settling as (
    select true as is_expected
    where (select has_settlement_term from core.company_terms)
      or exists (from core.payment_now where kind = 'payment' and settled_at is not null)
  ),
  newest as (
    select
      payment.currency,
      greatest(max(payment.business_date), max(payment.settlement_date)) as newest_day
    from core.payment_now as payment
    group by payment.currency
  ),
  covered as (
    select span.currency, span.first_day, span.last_day
    from core.covered_span as span
    semi join core.company_input as input on input.kind = span.kind and input.input = 'statement'
  ),
  reported as (
    select
      day.currency,
      day.business_date,
      least(
        greatest(
          cast(timezone(any_value(day.zone), max(receipt.received_at)) as date),
          cast(timezone(any_value(day.zone), max(day.known_from)) as date)
        ),
        greatest(any_value(newest.newest_day), max(covered.last_day)) + 1
      ) as reported_on
    from (
      select currency, business_date, zone, max(known_from) as known_from
      from payment
      group by currency, business_date, zone
    ) as day
    cross join settling
    inner join newest on newest.currency = day.currency
    left join covered
      on covered.currency = day.currency
      and day.business_date between covered.first_day and covered.last_day
    left join core.statement_receipt as receipt
      on coalesce(receipt.currency, day.currency) = day.currency
      and receipt.window_from <= timezone(day.zone, day.business_date::timestamp)
      and receipt.window_to >= timezone(day.zone, (day.business_date + 1)::timestamp)
    group by day.currency, day.business_date
  ),
  deadline as (
    from core.settlement_deadline
    where business_date >= period_start and business_date < period_end
  ),
  expected as (
    select
      payment.currency,
      payment.business_date,
      payment.payment_key,
      payment.reference,
      payment.net_amount,
      payment.settled_at,
      payment.settlement_date,
      payment.receipt_id,
      payment.line_no,
      reported.reported_on,
      deadline.basis,
      deadline.seen_count,
      deadline.usual_days,
      deadline.is_in_business_days,
      deadline.expected_on,
      deadline.becomes_break_on
    from payment
    inner join reported on reported.currency = payment.currency and reported.business_date = payment.business_date
    inner join deadline
      on deadline.currency = payment.currency
      and deadline.method = coalesce(payment.method, 'unknown') and deadline.business_date = payment.business_date
  ),
  -- a date has passed when a statement was received after it
  classified as (
    select
      expected.*,
      case
        when settled_at is not null then 0
        when reported_on <= expected_on then 1
        when reported_on <= becomes_break_on then 2
        else 3
      end as state
    from expected
  ),
  day_total as (
    select
      currency,
      business_date,
      max(state) as state,
      count(*) as payment_count,
      sum(net_amount)::decimal(38, 4) as paid,
      coalesce(sum(net_amount) filter (state = 0), 0)::decimal(38, 4) as settled,
      count(*) filter (state > 0) as waiting_count,
      coalesce(sum(net_amount) filter (state > 0), 0)::decimal(38, 4) as waiting,
      count(*) filter (state = 1) as early_count,
      count(*) filter (state = 2) as late_count,
      coalesce(sum(net_amount) filter (state = 2), 0)::decimal(38, 4) as late,
      count(*) filter (state = 3) as missing_count,
      coalesce(sum(net_amount) filter (state = 3), 0)::decimal(38, 4) as missing,
      max(settled_at) as settled_at,
      min(settlement_date) as first_settlement_date,
      max(settlement_date) as last_settlement_date,
      list(coalesce(reference, payment_key) order by net_amount desc, payment_key) filter (state >= 2) as late_references,
      -- among methods with the same deadline the order is fixed, so that a rebuild gives the same evidence
      arg_max(expected_on, (state, expected_on)) as expected_on,
      arg_max(becomes_break_on, (state, becomes_break_on)) as becomes_break_on,
      arg_max(basis, (state, expected_on, basis, seen_count, usual_days)) as basis,
      arg_max(seen_count, (state, expected_on, basis, seen_count, usual_days)) as seen_count,
      arg_max(usual_days, (state, expected_on, basis, seen_count, usual_days)) as usual_days,
      arg_max(is_in_business_days, (state, expected_on, basis, seen_count, usual_days)) as is_in_business_days,
      max(receipt_id) as receipt_id
    from classified
    group by currency, business_date
  ),
  named as (
    select
      *,
      array_to_string(late_references[1:5], ', ') as late_names,
      greatest(len(late_references) - 5, 0) as late_unnamed_count,
      core.deadline_figure(business_date, expected_on, usual_days, is_in_business_days) as expected
    from day_total
  ),
  item as (
    select
      currency,
      business_date,
      format('settlement:{}:{}', currency, strftime(business_date, '%Y-%m-%d')) as item_key,
      case state when 1 then 'not_settled_yet' when 2 then 'settlement_late' when 3 then 'not_settled' end as reason_code,
      core.say('payments_to_settlement-' || coalesce(reason_code, 'settled'), {
        payments: payment_count,
        from_day: first_settlement_date,
        to_day: last_settlement_date,
        is_one_day: first_settlement_date = last_settlement_date,
        open: case state when 1 then waiting_count when 2 then late_count else missing_count end,
        amount: core.money_figure(currency, case state when 1 then waiting when 2 then late else missing end),
        expected: expected,
        due_on: becomes_break_on,
        names: late_names,
        unnamed: late_unnamed_count
      }) as reason,
      case when state = 0 then 'all_settled' end as match_pass,
      recon.record_of('payments', null, null, receipt_id, null) as left_record,
      paid as left_amount,
      recon.record_of('settled', null, settled_at, null, null) as right_record,
      settled as right_amount,
      settled - paid as right_minus_left,
      case when state > 0 then expected_on end as expected_on,
      case when state > 0 then becomes_break_on end as becomes_break_on,
      to_json({'learned_from': basis, 'settled_payments_seen': seen_count, 'late': late_count, 'missing': missing_count})::text as evidence
    from named
  )
  from recon.item_of('payments_to_settlement', item)
);

-- statement: payments_to_settlement_unproven
-- unproven days of: payments_to_settlement
-- grain: one business day from the first payment on; only for a company whose statements never reported a settlement
-- key: currency, business_date
-- reads: core.payment_now, core.company_terms, core.settlement_term, core.company_input, core.counted_day, core.covered_span
-- Without a settlement and without a configured term, no deadline shows which payments are overdue. A company that has just
-- begun needs no deadline until its first payment is older than the default settlement time and statements cover the time
-- since.
create or replace macro recon.payments_to_settlement_unproven(period_start, period_end) as table (
  with
  unsettled as (
    select payment.currency, min(payment.business_date) as first_day
    from core.payment_now as payment
    where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
      and payment.status in ('paid', 'cleared', 'settled', 'success', 'completed')
    group by payment.currency
  ),
  without_term as (
    -- without a configured term there is one row, with the defaults
    select unsettled.*, term.most_days
    from unsettled
    cross join core.company_terms as terms
    cross join core.settlement_term as term
    where not terms.has_settlement_term
      and not exists (from core.payment_now where kind = 'payment' and settled_at is not null)
  ),
  expected as (
    select without_term.currency, without_term.first_day, most.on_day as last_expected_on
    from without_term
    inner join core.counted_day as paid
      on paid.is_in_business_days and paid.on_day = without_term.first_day
    inner join core.counted_day as most
      on most.is_in_business_days and most.is_counted
      and most.day_number = paid.day_number + without_term.most_days
  ),
  passed as (
    select expected.currency, expected.first_day
    from expected
    inner join core.company_input as input on input.input = 'statement'
    inner join core.covered_span as covered
      on covered.kind = input.kind and covered.currency = expected.currency
    group by expected.currency, expected.first_day, expected.last_expected_on
    having max(covered.last_day) > expected.last_expected_on
  )
  select
    passed.currency,
    day.business_date,
    '' as subject,
    core.say('settlement-never_reported', { since: passed.first_day }) as no_figures,
    'Set gateway.settlement_days in the configuration as agreed with the gateway. If its statements never report settlements, waive the control (waivers).'
      as what_to_do
  from passed
  inner join (
    select unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
  ) as day on day.business_date >= passed.first_day
);
