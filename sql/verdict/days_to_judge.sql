-- statement: days_to_judge
-- The earlier days that a run judges with the days that it was asked for, and because of what. $from: the first day that was asked for;
-- $since: the first day whose results are checked: older open items are shown and counted like all others, and older days are judged
-- again when they are run; $last: the newest receipt that affects the figures of any day; $defined: the reconciliations that exist;
-- $required: those that have a control on each judged day, also where their inputs are not set up.
-- grain: one day and reason, which may be repeated
-- key: none
-- reads: recon.break_life, recon.run, recon.run_day, recon.control, recon.item, recon.item_day, recon.bridge_line, recon.newly_decided_day,
-- recon.input_state, core.company, core.merchant_order, core.bank_line, core.list_line, core.delivered_day, core.ended_record,
-- core.payout_balance, core.payout_difference
with
judged as (
  select run_day.business_date, max(run.known_through) as known_through
  from recon.run_day as run_day
  inner join recon.run as run on run.run_id = run_day.run_id
  group by run_day.business_date
),
-- any new receipt may close an open item
open_item as (
  select open.business_date
  from recon.break_life as open
  left join judged on judged.business_date = open.business_date
  where open.closed_on is null and open.business_date < $from::date and open.business_date >= $since::date
    and coalesce(judged.known_through < $last, true)
),
-- open items of a reconciliation that was removed, such as a pair
removed as (
  select business_date
  from recon.break_life
  where closed_on is null and business_date < $from::date
    and not list_contains(from_json($defined, '["text"]'), reconciliation)
),
-- closed items of a reconciliation that was removed and is defined again: their days were judged without it
restored as (
  select business_date
  from recon.break_life
  where closed_on is not null and business_date < $from::date and business_date >= $since::date
    and list_contains(from_json($required, '["text"]'), reconciliation)
    and (reconciliation, business_date) not in (select (control, business_date) from recon.control)
),
-- an order, bank line, line of a list, callback or webhook; a record that a service reports late is an item of the day on which it was
-- found, and a later version of a known record is in core.ended_record where it matters
record as (
  select business_date, min(receipt_id) as receipt_id from core.merchant_order group by order_id, business_date
  union all
  select booked_on, min(receipt_id) from core.bank_line group by bank_line_key, booked_on
  union all
  select booked_on, min(receipt_id) from core.list_line group by list_line_key, booked_on
  union all
  select business_date, receipt_id from core.delivered_day
),
arrived as (
  select record.business_date
  from record
  inner join judged on judged.business_date = record.business_date
  where record.business_date < $from::date and record.business_date >= $since::date and record.receipt_id > judged.known_through
),
-- what was proven with a record that ended, changed or was reversed no longer is, whatever the age of the day
ended as (
  select item.business_date
  from recon.item as item
  inner join recon.run as run on run.run_id = item.run_id
  inner join core.ended_record as ended
    on ended.record_key in (item.left_key, item.right_key) and ended.receipt_id > run.known_through
),
-- an input was awaited, and has fallen due since
due as (
  select state.business_date
  from recon.input_state as state
  cross join core.company as company
  where state.state = 'awaited' and state.business_date < $from::date and state.business_date >= $since::date
    and state.due_on < cast(timezone(company.zone, $now::timestamptz) as date)
),
-- the unexplained difference of a payout account has changed, or has ended since: no record of these days arrives, but a later reading
balance as (
  select control.business_date
  from (from recon.bridge_line where reconciliation = 'payout_roll_forward' and is_residual) as line
  asof join core.payout_balance as balance
    on balance.currency = line.currency and line.business_date <= balance.closes_on
  inner join recon.control as control
    on control.control = line.reconciliation and control.subject = line.subject
    and control.currency = line.currency and control.business_date between line.covers_from and line.business_date
  where balance.difference <> line.amount and control.business_date >= $since::date
  union all
  select affected.business_date
  from core.payout_difference as gone
  inner join recon.item as item
    on item.reconciliation = 'payout_roll_forward' and item.item_key = gone.item_key
    and item.outcome = 'control_breach'
  inner join recon.item_day as affected on affected.break_id = item.break_id
  where gone.ended_on is not null
    and (affected.business_date >= $since::date or affected.business_date = item.business_date)
)
select business_date, 'open_item' as because from open_item
union all select business_date, 'proof_changed' from removed
union all select business_date, 'proof_changed' from restored
union all select business_date, 'proof_changed' from balance
union all select business_date, 'record_arrived' from arrived
union all select business_date, 'record_ended' from ended
union all select business_date, 'input_due' from due
union all select business_date, 'decided' from recon.newly_decided_day;

-- statement: first_day_lacking
-- The first day that lacks an input or has rejected rows; null where all are covered.
-- grain: one row
-- key: first_day
-- reads: recon.input_state
select min(business_date)::text as first_day
from recon.input_state
where (state <> 'covered' or rejected_count > 0) and business_date < $from::date and business_date >= $since::date;

-- statement: days_with_input
-- Days that lacked an input which now covers them, or that now have fewer rejected rows.
-- grain: one day and input
-- key: none
-- reads: recon.input_state, recon.input_day
select before.business_date, 'input_arrived' as because
from recon.input_state as before
inner join recon.input_day($first_lacking::date, $from::date) as now
  on now.currency = before.currency and now.business_date = before.business_date
  and now.input = before.input
where before.state <> 'covered' and now.state = 'covered' or now.rejected_count < before.rejected_count;

-- statement: days_changed
-- Judged days on which the result of the control NAME has changed. For example, no day since the first payment is proven during weeks
-- without any settlement, and the first settlement proves them all. The result depends on matches, so it is known only after the other
-- days are judged.
-- grain: one day and currency
-- key: none
-- reads: recon.control_subject, recon.verdict
select business_date, 'proof_changed' as because
from (
  select currency, business_date, true as is_now from recon.NAME_unproven($since::date, $to::date)
)
full outer join (
  select currency, business_date, true as is_before
  from recon.control_subject
  where reconciliation = 'NAME' and business_date >= $since::date and business_date < $to::date
) using (currency, business_date)
where (is_now is null or is_before is null)
  and business_date in (select business_date from recon.verdict);

-- statement: days_together
-- The given days, and those of matches by hand that no longer count because their decision was undone or has expired, each once with the
-- first of its reasons. An item matched by hand is judged together with the items that it is matched with, because a match is valid for
-- all of them or for none.
-- grain: one day
-- key: business_date
-- reads: recon.item, recon.decision_now, core.company
with recursive
found as materialized (
  select day::date as business_date, because
  from (select unnest(from_json($given, '[{"day":"text","because":"text"}]'), recursive := true))
  union all
  select item.business_date, 'matched_by_hand'
  from recon.item as item
  cross join core.company as company
  left join recon.decision_now as decision on decision.break_id = item.break_id
  where item.match_pass = 'by_hand' and (
    not coalesce(decision.is_settled, false)
    or decision.expires_on < cast(timezone(company.zone, $now::timestamptz) as date)
  )
),
linked as materialized (
  select item.business_date, other.business_date as other_date
  from recon.item as item
  inner join recon.decision_now as decision on decision.break_id = item.break_id and decision.decision = 'match'
  inner join recon.item as other on list_contains(decision.matched_with, other.break_id)
  where other.business_date <> item.business_date
),
judged as (
  select distinct business_date from found
  union
  select linked.other_date
  from judged
  inner join linked on linked.business_date = judged.business_date
),
reasoned as (
  select business_date, because from found
  union all
  select business_date, 'matched_by_hand' from judged where business_date not in (select business_date from found)
)
select business_date, arg_min(because, list_position(from_json($reasons, '["text"]'), because)) as because
from reasoned
group by business_date
order by business_date;
