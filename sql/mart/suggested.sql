-- grain: one item of one reconciliation
-- key: reconciliation, company, item_key
-- reads: mart.item
-- Here only matches that could have gone another way, for a person to decide.
create or replace view mart.suggested as
select item.* from mart.item as item where item.outcome = 'suggested';

comment on view mart.suggested is 'Matches that could have gone another way. What waits for a person?';
comment on column mart.suggested.reconciliation is 'Name of the reconciliation: its file in sql/reconcile.';
comment on column mart.suggested.reconciliation_title is 'Its title for people.';
comment on column mart.suggested.company is 'The company of the configuration.';
comment on column mart.suggested.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.suggested.business_date is 'The business day in the company''s own zone.';
comment on column mart.suggested.item_key is 'Identity of the item within its reconciliation and company.';
comment on column mart.suggested.break_id is 'Stable identity of the item through its life, 12 hex digits.';
comment on column mart.suggested.outcome is 'matched, matched_with_tolerance, suggested, timing, overdue, or the kind of break.';
comment on column mart.suggested.is_break is 'Whether the item is a break.';
comment on column mart.suggested.is_open is 'Whether the item still needs something to happen.';
comment on column mart.suggested.reason_code is 'Why, for programs.';
comment on column mart.suggested.reason is 'Why, in one sentence.';
comment on column mart.suggested.what_to_do is 'What an accountant does about it.';
comment on column mart.suggested.match_pass is 'The rule that found the match.';
comment on column mart.suggested.left_label is 'What the left side is.';
comment on column mart.suggested.left_key is 'Identity of the record on the left side.';
comment on column mart.suggested.left_reference is 'Its reference on the left side.';
comment on column mart.suggested.left_amount is 'Amount on the left side, major units.';
comment on column mart.suggested.left_at is 'When it happened on the left side.';
comment on column mart.suggested.left_file_id is 'Receipt of the file that holds the left side.';
comment on column mart.suggested.left_file is 'Name of that file.';
comment on column mart.suggested.left_line_no is 'Line of that file.';
comment on column mart.suggested.right_label is 'What the right side is.';
comment on column mart.suggested.right_key is 'Identity of the record on the right side.';
comment on column mart.suggested.right_reference is 'Its reference on the right side.';
comment on column mart.suggested.right_amount is 'Amount on the right side, major units.';
comment on column mart.suggested.right_at is 'When it happened on the right side.';
comment on column mart.suggested.right_file_id is 'Receipt of the file that holds the right side.';
comment on column mart.suggested.right_file is 'Name of that file.';
comment on column mart.suggested.right_line_no is 'Line of that file.';
comment on column mart.suggested.right_minus_left is 'Right amount less left amount, major units; a missing side counts as zero.';
comment on column mart.suggested.expected_on is 'The day by which the other side is expected.';
comment on column mart.suggested.becomes_break_on is 'The day from which its absence is a break.';
comment on column mart.suggested.first_seen_on is 'The day on which a run first saw it.';
comment on column mart.suggested.age_days is 'Days from the business day to the last run.';
comment on column mart.suggested.evidence is 'What was equal and what differed, as JSON.';
comment on column mart.suggested.runners_up is 'The other candidates of a suggestion, as JSON.';
comment on column mart.suggested.status is 'open, awaiting_approval, explained, accepted, written_off or matched_by_hand; closed when nothing is left to do.';
comment on column mart.suggested.decision is 'What a person decided, newest first kept.';
comment on column mart.suggested.decided_by is 'Who decided.';
comment on column mart.suggested.decision_note is 'What they wrote.';
comment on column mart.suggested.is_stale_decision is 'Whether the figures have changed since the decision, so that it holds no more.';
