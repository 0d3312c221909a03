-- name: restatements
-- title: Restatements
-- kind: match
-- left: Statement lines at an earlier run
-- right: Statement lines in the latest statement
-- grain: one statement line that changed, disappeared or was added after its day was reconciled, on the last day of the statement that reported it
-- needs: statement
-- meaning: The gateway reports a reconciled day differently than before.
-- action: Ask the gateway for the cause. If the change is right, rerun the day and correct the booking.
-- order: 24
-- reason: line_changed | restated | The amount, fee, currency, day or type of a line changed after it was reconciled. | Ask the gateway for the cause. Rerun the day and correct the booking.
-- reason: line_vanished | restated | A reconciled line is no longer in the statement. | Ask the gateway for the cause. Rerun the day and reverse the booking.
-- reason: line_appeared | restated | A line was added to a day after the day was reconciled. | Rerun the day and book the line.
create or replace macro recon.restatements(period_start, period_end) as table (
  with
  statement as (
    select
      receipt.receipt_id,
      receipt.received_at,
      cast(timezone(receipt.zone, receipt.window_to) as date) - 1 as reported_for
    from core.statement_receipt as receipt
    where receipt.window_to is not null
      and cast(timezone(receipt.zone, receipt.window_to) as date) - 1 >= period_start
      and cast(timezone(receipt.zone, receipt.window_to) as date) - 1 < period_end
  ),
  -- versions of lines that a statement of the period ended, and their replacements
  pair as (
    select
      statement.reported_for,
      statement.received_at as reported_at,
      before.payment_key,
      before.occurrence,
      before as before,
      after as after
    from statement
    inner join core.payment as before
      on before.known_to = statement.received_at
    left join core.payment as after
      on after.payment_key = before.payment_key
      and after.occurrence = before.occurrence
      and after.known_from = before.known_to
    union all
    select
      statement.reported_for,
      statement.received_at,
      after.payment_key,
      after.occurrence,
      null,
      after
    from statement
    inner join core.payment as after
      on after.receipt_id = statement.receipt_id
    where after.is_money_moved
      and not exists (
        select 1
        from core.payment as before
        where before.payment_key = after.payment_key
          and before.occurrence = after.occurrence
          and before.known_to = after.known_from
      )
  ),
  -- only lines of days that an earlier run judged with a whole statement, compared with what was known then; lines that arrive
  -- for a day with a late or incomplete statement are not restatements
  seen as (
    select pair.*
    from pair
    where exists (
      select 1
      from recon.whole_statement_day as judged
      where judged.currency = coalesce(pair.before.currency, pair.after.currency)
        and judged.business_date = coalesce(pair.before.business_date, pair.after.business_date)
        and judged.known_at < pair.reported_at
        and (pair.before.payment_key is null or judged.known_at >= pair.before.known_from)
    )
  ),
  valued as (
    select
      seen.*,
      core.line_worth(before) as worth_before,
      core.line_worth(after) as worth_after
    from seen
  ),
  restated as (
    select
      valued.*,
      case
        when before.payment_key is null then 'line_appeared'
        when after.payment_key is null then 'line_vanished'
        else 'line_changed'
      end as reason_code
    from valued
    where before.payment_key is null
      or (after.payment_key is null and before.is_money_moved)
      or (before.is_money_moved or after.is_money_moved) and (
        before.amount <> after.amount
        or before.fee <> after.fee
        or before.currency <> after.currency
        or before.kind <> after.kind
        or before.direction <> after.direction
        or before.is_money_moved <> after.is_money_moved
        or before.business_date is distinct from after.business_date
      )
  ),
  item as (
    select
      coalesce(after.currency, before.currency) as currency,
      reported_for as business_date,
      format('line:{}:{}:{}', payment_key, occurrence, reported_for) as item_key,
      reason_code,
      core.say('restatements-' || reason_code, {
        day: before.business_date,
        amount: core.money_figure(before.currency, before.amount),
        fee: core.money_figure(before.currency, before.fee),
        status: before.status,
        day_now: after.business_date,
        amount_now: core.money_figure(after.currency, after.amount),
        fee_now: core.money_figure(after.currency, after.fee),
        status_now: after.status
      }) as reason,
      recon.record_of_line(before) as left_record,
      worth_before as left_amount,
      recon.record_of_line(after) as right_record,
      worth_after as right_amount,
      worth_after - worth_before as right_minus_left,
      json_object(
        'known_at', reported_at::text,
        'before', json_object('amount', before.amount::text, 'fee', before.fee::text, 'status', before.status, 'day', before.business_date::text),
        'after', json_object('amount', after.amount::text, 'fee', after.fee::text, 'status', after.status, 'day', after.business_date::text)
      )::text as evidence
    from restated
  )
  from recon.item_of('restatements', item)
);
