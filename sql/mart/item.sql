-- grain: one item of one reconciliation, as its last run saw it
-- key: reconciliation, company, item_key
-- reads: recon.item, recon.decision_now, recon.reconciliation, recon.outcome, recon.reason, recon.break_life, recon.run
create or replace view mart.item as
with last_run as (
  select company, max(as_of) as as_of from recon.run group by company
)
select
  item.reconciliation,
  reconciliation.title as reconciliation_title,
  item.company,
  item.currency,
  item.business_date,
  item.item_key,
  substr(item.break_id, 1, 12) as break_id,
  item.outcome,
  outcome.is_break,
  outcome.is_open,
  item.reason_code,
  item.reason,
  case when outcome.is_open then coalesce(reason.what_to_do, reconciliation.what_to_do) end as what_to_do,
  item.match_pass,
  reconciliation.left_title as left_label,
  item.left_key,
  item.left_reference,
  item.left_amount,
  item.left_at,
  item.left_file_id,
  left_receipt.file_name as left_file,
  item.left_line_no,
  reconciliation.right_title as right_label,
  item.right_key,
  item.right_reference,
  item.right_amount,
  item.right_at,
  item.right_file_id,
  right_receipt.file_name as right_file,
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
  decision.note as decision_note,
  coalesce(decision.is_stale, false) as is_stale_decision
from recon.item as item
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = item.reconciliation
inner join recon.outcome as outcome on outcome.outcome = item.outcome
left join recon.reason as reason on reason.reconciliation = item.reconciliation and reason.reason_code = item.reason_code
left join recon.decision_now as decision on decision.break_id = item.break_id
left join recon.break_life as break_life on break_life.break_id = item.break_id
left join raw.receipt as left_receipt on left_receipt.file_id = item.left_file_id
left join raw.receipt as right_receipt on right_receipt.file_id = item.right_file_id
left join last_run on last_run.company = item.company;

comment on view mart.item is 'One item of one reconciliation as its last run saw it. Everything known about a match or a break.';
comment on column mart.item.reconciliation is 'Name of the reconciliation: its file in sql/reconcile.';
comment on column mart.item.reconciliation_title is 'Its title for people.';
comment on column mart.item.company is 'The company of the configuration.';
comment on column mart.item.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.item.business_date is 'The business day in the company''s own zone.';
comment on column mart.item.item_key is 'Identity of the item within its reconciliation and company.';
comment on column mart.item.break_id is 'Stable identity of the item through its life, 12 hex digits.';
comment on column mart.item.outcome is 'matched, matched_with_tolerance, suggested, timing, overdue, or the kind of break.';
comment on column mart.item.is_break is 'Whether the item is a break.';
comment on column mart.item.is_open is 'Whether the item still needs something to happen.';
comment on column mart.item.reason_code is 'Why, for programs.';
comment on column mart.item.reason is 'Why, in one sentence.';
comment on column mart.item.what_to_do is 'What an accountant does about it.';
comment on column mart.item.match_pass is 'The rule that found the match.';
comment on column mart.item.left_label is 'What the left side is.';
comment on column mart.item.left_key is 'Identity of the record on the left side.';
comment on column mart.item.left_reference is 'Its reference on the left side.';
comment on column mart.item.left_amount is 'Amount on the left side, major units.';
comment on column mart.item.left_at is 'When it happened on the left side.';
comment on column mart.item.left_file_id is 'Receipt of the file that holds the left side.';
comment on column mart.item.left_file is 'Name of that file.';
comment on column mart.item.left_line_no is 'Line of that file.';
comment on column mart.item.right_label is 'What the right side is.';
comment on column mart.item.right_key is 'Identity of the record on the right side.';
comment on column mart.item.right_reference is 'Its reference on the right side.';
comment on column mart.item.right_amount is 'Amount on the right side, major units.';
comment on column mart.item.right_at is 'When it happened on the right side.';
comment on column mart.item.right_file_id is 'Receipt of the file that holds the right side.';
comment on column mart.item.right_file is 'Name of that file.';
comment on column mart.item.right_line_no is 'Line of that file.';
comment on column mart.item.right_minus_left is 'Right amount less left amount, major units; a missing side counts as zero.';
comment on column mart.item.expected_on is 'The day by which the other side is expected.';
comment on column mart.item.becomes_break_on is 'The day from which its absence is a break.';
comment on column mart.item.first_seen_on is 'The day on which a run first saw it.';
comment on column mart.item.age_days is 'Days from the business day to the last run.';
comment on column mart.item.evidence is 'What was equal and what differed, as JSON.';
comment on column mart.item.runners_up is 'The other candidates of a suggestion, as JSON.';
comment on column mart.item.status is 'open, awaiting_approval, explained, accepted, written_off or matched_by_hand; closed when nothing is left to do.';
comment on column mart.item.decision is 'What a person decided, newest first kept.';
comment on column mart.item.decided_by is 'Who decided.';
comment on column mart.item.decision_note is 'What they wrote.';
comment on column mart.item.is_stale_decision is 'Whether the figures have changed since the decision, so that it holds no more.';
