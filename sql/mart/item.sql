-- statement: item
-- Only the items whose rows in mart.item are out of date (recon.item_changed).
-- grain: one item of one reconciliation, as its last run saw it
-- key: reconciliation, item_key
-- reads: recon.item_changed, recon.cause_member, recon.cause_item, recon.item, recon.decision_now, recon.write_off_proposed, recon.reconciliation, recon.outcome, recon.reason, recon.break_life, recon.last_run
create table mart.item as
select
  item.reconciliation,
  reconciliation.title as reconciliation_title,
  core.this_company() as company,
  item.currency,
  item.business_date,
  item.item_key,
  substr(item.break_id, 1, 12) as break_id,
  substr(cause_member.cause_id, 1, 12) as cause_id,
  item.outcome,
  outcome.is_break,
  outcome.is_open,
  item.reason_code,
  coalesce(open_item.reason_with_sum, item.reason) as reason,
  case
    when outcome.is_open then core.what_to_do(open_item.reason_with_sum is not null, reason.what_to_do, reconciliation.what_to_do)
  end as what_to_do,
  item.match_pass,
  reconciliation.left_title as left_label,
  item.left_key,
  item.left_reference,
  item.left_amount,
  item.left_at,
  item.left_receipt_id as left_receipt_id,
  left_receipt.file_name as left_file_name,
  item.left_line_no,
  reconciliation.right_title as right_label,
  item.right_key,
  item.right_reference,
  item.right_amount,
  item.right_at,
  item.right_receipt_id as right_receipt_id,
  right_receipt.file_name as right_file_name,
  item.right_line_no,
  item.right_minus_left,
  item.expected_on,
  item.becomes_break_on,
  break_life.first_seen_on,
  case when outcome.is_open then date_diff('day', item.business_date, last_run.as_of) end as age_days,
  item.evidence,
  item.runners_up,
  case when not outcome.is_open and item.match_pass is distinct from 'by_hand' then 'closed' else coalesce(decision.status, 'open') end as status,
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
from recon.item as item
semi join recon.item_changed as changed on changed.break_id = substr(item.break_id, 1, 12)
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = item.reconciliation
inner join recon.outcome as outcome on outcome.outcome = item.outcome
left join recon.reason as reason on reason.reconciliation = item.reconciliation and reason.reason_code = item.reason_code
left join recon.decision_now as decision on decision.break_id = item.break_id
left join recon.write_off_proposed as proposed on proposed.break_id = item.break_id
left join recon.cause_item as open_item on open_item.break_id = item.break_id
left join recon.cause_member as cause_member on cause_member.break_id = item.break_id
left join recon.break_life as break_life on break_life.break_id = item.break_id
left join raw.receipt as left_receipt on left_receipt.receipt_id = item.left_receipt_id
left join raw.receipt as right_receipt on right_receipt.receipt_id = item.right_receipt_id
cross join recon.last_run as last_run;

comment on table mart.item is 'One item of one reconciliation at its last run: everything known about a match or a break.';

-- statement: item_changed
-- Lists the items whose rows in mart.item are out of date: items of days that were judged since mart.item was filled, newly
-- decided items, and all open or decided items, because their age, cause and decision change without a new judgement.
-- grain: one item
-- key: break_id
-- reads: recon.run, recon.run_day, recon.item, recon.decision_now, mart.item
insert into recon.item_changed (break_id)
with
judged as (
  select distinct run_day.business_date
  from recon.run_day as run_day
  inner join recon.run as run on run.run_id = run_day.run_id
  where not run.is_in_mart
)
select substr(break_id, 1, 12) as break_id
from recon.item
where business_date in (select business_date from judged)
  or break_id in (select break_id from recon.decision_now)
union
select break_id
from mart.item
where is_open or decision is not null or business_date in (select business_date from judged);

-- statement: item_clear
-- Removes the rows of mart.item that are out of date.
-- reads: recon.item_changed
delete from mart.item where break_id in (select break_id from recon.item_changed);

-- statement: item_filled
-- mart.item is up to date.
delete from recon.item_changed;
