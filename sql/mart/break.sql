-- statement: break
-- grain: one item that was ever open, from first seen to closed
-- key: break_id
-- reads: recon.break_life, recon.cause_member, recon.cause_item, recon.item, recon.outcome, recon.reconciliation, recon.reason, recon.decision_now,
--   recon.write_off_proposed, recon.last_run
create table mart.break as
select
  substr(break_life.break_id, 1, 12) as break_id,
  substr(cause_member.cause_id, 1, 12) as cause_id,
  core.this_company() as company,
  break_life.currency,
  break_life.business_date,
  break_life.reconciliation,
  -- the reconciliation of a closed item may have been removed
  coalesce(reconciliation.title, break_life.reconciliation) as reconciliation_title,
  break_life.item_key,
  break_life.outcome,
  item.left_amount,
  item.right_amount,
  break_life.amount as right_minus_left,
  coalesce(open_item.reason_with_sum, break_life.reason) as reason,
  core.what_to_do(open_item.reason_with_sum is not null, reason.what_to_do, reconciliation.what_to_do) as what_to_do,
  case
    when break_life.closed_on is not null and decision.status is distinct from 'matched_by_hand' then 'closed'
    else coalesce(decision.status, 'open')
  end as status,
  break_life.first_seen_on,
  break_life.last_seen_on,
  break_life.closed_on,
  break_life.closed_because,
  date_diff('day', break_life.business_date, coalesce(break_life.closed_on, last_run.as_of)) as age_days,
  item.expected_on,
  item.becomes_break_on,
  decision.decision,
  decision.author as decided_by,
  decision.author_identity as decided_by_identity,
  decision.approved_by,
  decision.approval_identity,
  case when decision.status = 'awaiting_approval' then decision.pending_because end as pending_because,
  decision.note as decision_note,
  -- a decision that is no longer in force has no account
  coalesce(if(decision.status <> 'open', decision.account, null), proposed.account) as write_off_account,
  coalesce(decision.is_stale, false) as is_stale_decision
from recon.break_life as break_life
left join recon.reconciliation as reconciliation on reconciliation.reconciliation = break_life.reconciliation
left join recon.cause_item as open_item on open_item.break_id = break_life.break_id
left join recon.cause_member as cause_member on cause_member.break_id = break_life.break_id
left join recon.item as item on item.break_id = break_life.break_id
left join recon.reason as reason on reason.reconciliation = item.reconciliation and reason.reason_code = item.reason_code
left join recon.decision_now as decision on decision.break_id = break_life.break_id
left join recon.write_off_proposed as proposed on proposed.break_id = break_life.break_id
cross join recon.last_run as last_run;

comment on table mart.break is 'One item that was ever open, from first seen to closed. What is open, since when, and what was decided?';
comment on column mart.break.reconciliation_title is 'Title of the reconciliation; its name if the reconciliation was removed.';
comment on column mart.break.outcome is 'suggested, timing, overdue, or the type of break, as last seen.';
comment on column mart.break.left_amount is 'Amount of the left side, in major units; empty where it has none or the item is closed.';
comment on column mart.break.right_amount is 'Amount of the right side, in major units; empty where it has none or the item is closed.';
comment on column mart.break.right_minus_left is 'Right less left as last seen, in major units.';
comment on column mart.break.status is 'open, awaiting_approval, explained, accepted, written_off or matched_by_hand; closed when it resolved without a decision.';
comment on column mart.break.last_seen_on is 'Day of the run that last found the item open.';
comment on column mart.break.closed_on is 'Day of the run that no longer found the item open.';
comment on column mart.break.closed_because is 'Reason for closing.';
comment on column mart.break.age_days is 'Age in days, from the business day to the last run or to the closing.';

-- statement: cause
-- grain: one cause of open items and control differences
-- key: cause_id
-- reads: recon.cause, recon.reconciliation, recon.reason, recon.run
create or replace view mart.cause as
with last_run as (
  select max(as_of) as as_of from recon.run
)
select
  substr(cause.cause_id, 1, 12) as cause_id,
  core.this_company() as company,
  cause.currency,
  cause.business_date,
  cause.last_day,
  cause.debit,
  cause.credit,
  cause.net,
  cause.item_count,
  array_to_string(cause.reconciliations, ', ') as reconciliations,
  cause.lead_reconciliation as reconciliation,
  reconciliation.title as reconciliation_title,
  reconciliation.list_order,
  cause.lead_outcome as outcome,
  cause.lead_reason_code as reason_code,
  coalesce(reason.meaning, reconciliation.meaning) as meaning,
  cause.reason,
  core.what_to_do(cause.adds_up, reason.what_to_do, reconciliation.what_to_do) as what_to_do,
  cause.is_difference,
  cause.status,
  date_diff('day', cause.business_date, last_run.as_of) as age_days
from recon.cause as cause
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = cause.lead_reconciliation
left join recon.reason as reason on reason.reconciliation = cause.lead_reconciliation and reason.reason_code = cause.lead_reason_code
cross join last_run;

comment on view mart.cause is 'One cause of open items and control differences: what happened once, whichever reconciliations show it. How much is unexplained, since when?';
comment on column mart.cause.cause_id is 'Stable id of the cause, 12 hexadecimal digits; it stays when an item joins.';
comment on column mart.cause.business_date is 'First business day of its items; the day on which the cause is counted.';
comment on column mart.cause.last_day is 'Last business day of its items.';
comment on column mart.cause.debit is 'Amount due to the company, in major units: missing receipts, payments out without a basis.';
comment on column mart.cause.credit is 'Amount held without being due to the company, in major units: receipts without an order, unidentified deposits.';
comment on column mart.cause.net is 'Debit less credit, in major units.';
comment on column mart.cause.item_count is 'Open items of the cause.';
comment on column mart.cause.reconciliations is 'Reconciliations that show the cause, in the order of their lists.';
comment on column mart.cause.reconciliation is 'Reconciliation of the item that describes the cause.';
comment on column mart.cause.reconciliation_title is 'Title of that reconciliation.';
comment on column mart.cause.list_order is 'Position of that reconciliation in lists.';
comment on column mart.cause.outcome is 'Outcome of the item that describes the cause.';
comment on column mart.cause.reason_code is 'Reason code of that item.';
comment on column mart.cause.meaning is 'Meaning of the reason code.';
comment on column mart.cause.is_difference is 'Whether the cause has a break, a suggested match or a control out of balance; otherwise its items are outstanding.';
comment on column mart.cause.status is 'open, or decided when all of its differences are decided.';
comment on column mart.cause.age_days is 'Age in days, from the first business day to the last run.';
