import type { JudgingReason } from '../domain/judged-day.ts';

/**
 * The number of past days whose results are checked. Older open items are shown and counted like all others, and older days are judged
 * again when they are run.
 */
export const mostDaysJudgedAgain = 92;

/** A query of days (business_date), and the reason why they are judged. */
export type Days = { because: JudgingReason; sql: string };

/** Days with open items that were last judged before the newest receipt, because any new receipt may close an item. */
export const openDays: Days = {
  because: 'open_item',
  sql: `
    select business_date from recon.break_life
    where closed_on is null and business_date < $from::date
      and business_date >= $from::date - interval ${mostDaysJudgedAgain} days
      and business_date not in (
        select run_day.business_date
        from recon.run_day as run_day
        inner join recon.run as run on run.run_id = run_day.run_id
        where run.known_through >= $last
      )`,
};

/** Days with open items of a reconciliation that was removed, such as a pair. */
export const daysOfRemoved: Days = {
  because: 'proof_changed',
  sql: `
    select business_date from recon.break_life
    where closed_on is null and business_date < $from::date
      and not list_contains(from_json($defined, '["text"]'), reconciliation)`,
};

/**
 * Days with closed items of a reconciliation that was removed and is defined again. They were judged without it, so they have no control of
 * it. $required is the list of reconciliations that have a control on each judged day, also where their inputs are not set up.
 */
export const daysOfRestored: Days = {
  because: 'proof_changed',
  sql: `
    select business_date from recon.break_life
    where closed_on is not null and business_date < $from::date
      and business_date >= $from::date - interval ${mostDaysJudgedAgain} days
      and list_contains(from_json($required, '["text"]'), reconciliation)
      and (reconciliation, business_date) not in (select (control, business_date) from recon.control)`,
};

/** Days that lacked an input which now covers them, or that now have fewer rejected rows. */
export const coveredDays: Days = {
  because: 'input_arrived',
  sql: `
    select before.business_date
    from recon.input_state as before
    inner join recon.input_day($first_lacking::date, $from::date) as now
      on now.currency = before.currency and now.business_date = before.business_date
      and now.input = before.input
    where before.state <> 'covered' and now.state = 'covered' or now.rejected_count < before.rejected_count`,
};

/**
 * Days of an order, bank line, line of a list, callback or webhook that arrived since the day was judged, by import or in a file that has
 * grown. A record that a service reports late is an item of the day on which it was found. A later version of a known record is in
 * core.ended_record where it matters.
 */
export const daysOfNewRecords: Days = {
  because: 'record_arrived',
  sql: `
    select record.business_date
    from (
      select business_date, min(receipt_id) as receipt_id from core.merchant_order
      where business_date < $from::date and business_date >= $from::date - interval ${mostDaysJudgedAgain} days
      group by order_id, business_date
      union all
      select booked_on, min(receipt_id) from core.bank_line
      where booked_on < $from::date and booked_on >= $from::date - interval ${mostDaysJudgedAgain} days
      group by bank_line_key, booked_on
      union all
      select booked_on, min(receipt_id) from core.list_line
      where booked_on < $from::date and booked_on >= $from::date - interval ${mostDaysJudgedAgain} days
      group by list_line_key, booked_on
      union all
      select business_date, receipt_id from core.delivered_day
      where business_date < $from::date and business_date >= $from::date - interval ${mostDaysJudgedAgain} days
    ) as record
    inner join (
      select run_day.business_date, max(run.known_through) as known_through
      from recon.run_day as run_day
      inner join recon.run as run on run.run_id = run_day.run_id
      group by run_day.business_date
    ) as judged on judged.business_date = record.business_date
    where record.receipt_id > judged.known_through`,
};

/** Days of items with a decision that was recorded after the last run of these days: the command that recorded it was killed. */
export const daysOfNewDecisions: Days = {
  because: 'decided',
  sql: `
    select item.business_date
    from recon.decision_state as decision
    inner join recon.item_day as item on item.break_id = decision.break_id
    where not exists (
      select 1 from recon.run as run
      inner join recon.run_day as run_day on run_day.run_id = run.run_id
      where run.known_through >= decision.receipt_id and run_day.business_date = item.business_date
    )`,
};

/** Days that were judged while an input was awaited that has fallen due since. */
export const dueDays: Days = {
  because: 'input_due',
  sql: `
    select state.business_date
    from recon.input_state as state
    cross join core.company as company
    where state.state = 'awaited' and state.business_date < $from::date
      and state.business_date >= $from::date - interval ${mostDaysJudgedAgain} days
      and state.due_on < cast(timezone(company.zone, $now::timestamptz) as date)`,
};

/**
 * Days with an item whose record was ended or changed by a later file of the merchant, or reversed by the bank, since the day was
 * reconciled. They are judged again regardless of their age, because what was proven with the record no longer is.
 */
export const daysOfEndedRecords: Days = {
  because: 'record_ended',
  sql: `
    select item.business_date
    from recon.item as item
    inner join recon.run as run on run.run_id = item.run_id
    inner join core.ended_record as ended
      on ended.record_key in (item.left_key, item.right_key)
      and ended.receipt_id > run.known_through`,
};

/**
 * Judged days whose unexplained difference of a payout account has changed, and the days of a difference that has ended since. No record
 * of these days arrives: a later reading or ledger record changes them.
 */
export const daysOfChangedBalances: Days = {
  because: 'proof_changed',
  sql: `
    select control.business_date
    from (from recon.bridge_line where reconciliation = 'payout_roll_forward' and is_residual) as line
    asof join core.payout_balance as balance
      on balance.currency = line.currency and line.business_date <= balance.closes_on
    inner join recon.control as control
      on control.control = line.reconciliation and control.subject = line.subject
      and control.currency = line.currency and control.business_date between line.covers_from and line.business_date
    where balance.difference <> line.amount and control.business_date >= $from::date - ${mostDaysJudgedAgain}
    union all
    select affected.business_date
    from core.payout_difference as gone
    inner join recon.item as item
      on item.reconciliation = 'payout_roll_forward' and item.item_key = gone.item_key
      and item.outcome = 'control_breach'
    inner join recon.item_day as affected on affected.break_id = item.break_id
    where gone.ended_on is not null
      and (affected.business_date >= $from::date - ${mostDaysJudgedAgain} or affected.business_date = item.business_date)`,
};

/**
 * Judged days on which the result of a control has changed. For example, no day since the first payment is proven during weeks without
 * any settlement, and the first settlement proves them all. The result depends on matches, so it is known only after the other days are
 * judged.
 */
export const changedDays = (name: string): Days => ({
  because: 'proof_changed',
  sql: `
    select business_date
    from (
      select currency, business_date, true as is_now
      from recon.${name}_unproven($from::date - ${mostDaysJudgedAgain}, $to::date)
    )
    full outer join (
      select currency, business_date, true as is_before
      from recon.control_subject
      where reconciliation = '${name}'
        and business_date >= $from::date - ${mostDaysJudgedAgain} and business_date < $to::date
    ) using (currency, business_date)
    where (is_now is null or is_before is null)
      and business_date in (select business_date from recon.verdict)`,
});

/** Days of an item matched by hand whose decision no longer counts: it was undone or has expired. */
export const daysOfInvalidMatches: Days = {
  because: 'matched_by_hand',
  sql: `
    select item.business_date
    from recon.item as item
    cross join core.company as company
    left join recon.decision_now as decision on decision.break_id = item.break_id
    where item.match_pass = 'by_hand'
      and (
        not coalesce(decision.is_settled, false)
        or decision.expires_on < cast(timezone(company.zone, $now::timestamptz) as date)
      )`,
};

/** Judged days with a record of a pair that is in no item, because its match was judged again without the day and is no longer made. */
export const daysOfLostMatches: Days = {
  because: 'proof_changed',
  sql: 'select business_date from recon.pair_left_over()',
};
