-- statement: matched
-- grain: one item of one reconciliation
-- key: reconciliation, company, item_key
-- reads: mart.item
-- Only matched items.
create or replace view mart.matched as
select item.* from mart.item as item where item.outcome in ('matched', 'matched_with_tolerance');

comment on view mart.matched is 'Matched items. What was this payment matched with, and by which pass?';
comment on column mart.matched.reconciliation is 'Name of the reconciliation; its file is in sql/reconcile.';
comment on column mart.matched.reconciliation_title is 'Title of the reconciliation.';
comment on column mart.matched.company is 'Company, as named in the configuration.';
comment on column mart.matched.currency is 'ISO 4217 code of the amounts.';
comment on column mart.matched.business_date is 'Business day in the time zone of the company.';
comment on column mart.matched.item_key is 'Key of the item within its reconciliation and company.';
comment on column mart.matched.break_id is 'Stable id of the item from first seen to closed, 12 hexadecimal digits.';
comment on column mart.matched.cause_id is 'Id of the cause of an open item (mart.cause), 12 hexadecimal digits.';
comment on column mart.matched.outcome is 'matched, matched_with_tolerance, suggested, timing, overdue, or the type of break.';
comment on column mart.matched.is_break is 'Whether the item is a break.';
comment on column mart.matched.is_open is 'Whether the item is open.';
comment on column mart.matched.reason_code is 'Reason code.';
comment on column mart.matched.reason is 'Reason, in one sentence.';
comment on column mart.matched.what_to_do is 'Recommended action.';
comment on column mart.matched.match_pass is 'Match pass that found the match.';
comment on column mart.matched.left_label is 'Title of the left side.';
comment on column mart.matched.left_key is 'Key of the left record.';
comment on column mart.matched.left_reference is 'Reference of the left record.';
comment on column mart.matched.left_amount is 'Amount of the left record, in major units.';
comment on column mart.matched.left_at is 'Time of the left record.';
comment on column mart.matched.left_receipt_id is 'Receipt number of the file with the left record.';
comment on column mart.matched.left_file_name is 'Name of that file.';
comment on column mart.matched.left_line_no is 'Line in that file.';
comment on column mart.matched.right_label is 'Title of the right side.';
comment on column mart.matched.right_key is 'Key of the right record.';
comment on column mart.matched.right_reference is 'Reference of the right record.';
comment on column mart.matched.right_amount is 'Amount of the right record, in major units.';
comment on column mart.matched.right_at is 'Time of the right record.';
comment on column mart.matched.right_receipt_id is 'Receipt number of the file with the right record.';
comment on column mart.matched.right_file_name is 'Name of that file.';
comment on column mart.matched.right_line_no is 'Line in that file.';
comment on column mart.matched.right_minus_left is 'Right amount less left amount, in major units; a missing side counts as zero.';
comment on column mart.matched.expected_on is 'Expected date of the other side.';
comment on column mart.matched.becomes_break_on is 'Date from which a missing other side is a break.';
comment on column mart.matched.first_seen_on is 'Day of the run that first found the item open.';
comment on column mart.matched.age_days is 'Age in days, from the business day to the last run.';
comment on column mart.matched.evidence is 'Equal and differing fields, as JSON.';
comment on column mart.matched.runners_up is 'Runners-up of a suggested match, as JSON.';
comment on column mart.matched.status is 'open, awaiting_approval, explained, accepted, written_off or matched_by_hand; closed if no action is required.';
comment on column mart.matched.decision is 'Latest decision on the item.';
comment on column mart.matched.decided_by is 'Author of the decision.';
comment on column mart.matched.decided_by_identity is 'verified where a key of the author signed the decision, else asserted.';
comment on column mart.matched.approved_by is 'Second approver.';
comment on column mart.matched.approval_identity is 'verified where both persons signed with keys of their own, else asserted; empty without an approval.';
comment on column mart.matched.pending_because is 'What is missing for the approval of a decision that awaits it; until then it is not in force.';
comment on column mart.matched.decision_note is 'Note on the decision.';
comment on column mart.matched.write_off_account is 'Account of a write-off within the limit: as decided or, for an open item, as proposed.';
comment on column mart.matched.is_stale_decision is 'Whether the figures have changed since the decision, which is then no longer valid.';

-- statement: unmatched
-- grain: one item of one reconciliation
-- key: reconciliation, company, item_key
-- reads: mart.item
-- Only breaks, including overdue items.
create or replace view mart.unmatched as
select item.* from mart.item as item where item.is_break;

comment on view mart.unmatched is 'Breaks and overdue items. What is not reconciled, since when, and what is the next action?';
comment on column mart.unmatched.reconciliation is 'Name of the reconciliation; its file is in sql/reconcile.';
comment on column mart.unmatched.reconciliation_title is 'Title of the reconciliation.';
comment on column mart.unmatched.company is 'Company, as named in the configuration.';
comment on column mart.unmatched.currency is 'ISO 4217 code of the amounts.';
comment on column mart.unmatched.business_date is 'Business day in the time zone of the company.';
comment on column mart.unmatched.item_key is 'Key of the item within its reconciliation and company.';
comment on column mart.unmatched.break_id is 'Stable id of the item from first seen to closed, 12 hexadecimal digits.';
comment on column mart.unmatched.cause_id is 'Id of the cause of an open item (mart.cause), 12 hexadecimal digits.';
comment on column mart.unmatched.outcome is 'matched, matched_with_tolerance, suggested, timing, overdue, or the type of break.';
comment on column mart.unmatched.is_break is 'Whether the item is a break.';
comment on column mart.unmatched.is_open is 'Whether the item is open.';
comment on column mart.unmatched.reason_code is 'Reason code.';
comment on column mart.unmatched.reason is 'Reason, in one sentence.';
comment on column mart.unmatched.what_to_do is 'Recommended action.';
comment on column mart.unmatched.match_pass is 'Match pass that found the match.';
comment on column mart.unmatched.left_label is 'Title of the left side.';
comment on column mart.unmatched.left_key is 'Key of the left record.';
comment on column mart.unmatched.left_reference is 'Reference of the left record.';
comment on column mart.unmatched.left_amount is 'Amount of the left record, in major units.';
comment on column mart.unmatched.left_at is 'Time of the left record.';
comment on column mart.unmatched.left_receipt_id is 'Receipt number of the file with the left record.';
comment on column mart.unmatched.left_file_name is 'Name of that file.';
comment on column mart.unmatched.left_line_no is 'Line in that file.';
comment on column mart.unmatched.right_label is 'Title of the right side.';
comment on column mart.unmatched.right_key is 'Key of the right record.';
comment on column mart.unmatched.right_reference is 'Reference of the right record.';
comment on column mart.unmatched.right_amount is 'Amount of the right record, in major units.';
comment on column mart.unmatched.right_at is 'Time of the right record.';
comment on column mart.unmatched.right_receipt_id is 'Receipt number of the file with the right record.';
comment on column mart.unmatched.right_file_name is 'Name of that file.';
comment on column mart.unmatched.right_line_no is 'Line in that file.';
comment on column mart.unmatched.right_minus_left is 'Right amount less left amount, in major units; a missing side counts as zero.';
comment on column mart.unmatched.expected_on is 'Expected date of the other side.';
comment on column mart.unmatched.becomes_break_on is 'Date from which a missing other side is a break.';
comment on column mart.unmatched.first_seen_on is 'Day of the run that first found the item open.';
comment on column mart.unmatched.age_days is 'Age in days, from the business day to the last run.';
comment on column mart.unmatched.evidence is 'Equal and differing fields, as JSON.';
comment on column mart.unmatched.runners_up is 'Runners-up of a suggested match, as JSON.';
comment on column mart.unmatched.status is 'open, awaiting_approval, explained, accepted, written_off or matched_by_hand; closed if no action is required.';
comment on column mart.unmatched.decision is 'Latest decision on the item.';
comment on column mart.unmatched.decided_by is 'Author of the decision.';
comment on column mart.unmatched.decided_by_identity is 'verified where a key of the author signed the decision, else asserted.';
comment on column mart.unmatched.approved_by is 'Second approver.';
comment on column mart.unmatched.approval_identity is 'verified where both persons signed with keys of their own, else asserted; empty without an approval.';
comment on column mart.unmatched.pending_because is 'What is missing for the approval of a decision that awaits it; until then it is not in force.';
comment on column mart.unmatched.decision_note is 'Note on the decision.';
comment on column mart.unmatched.write_off_account is 'Account of a write-off within the limit: as decided or, for an open item, as proposed.';
comment on column mart.unmatched.is_stale_decision is 'Whether the figures have changed since the decision, which is then no longer valid.';

-- statement: suggested
-- grain: one item of one reconciliation
-- key: reconciliation, company, item_key
-- reads: mart.item
-- Only suggested matches.
create or replace view mart.suggested as
select item.* from mart.item as item where item.outcome = 'suggested';

comment on view mart.suggested is 'Suggested matches. What needs a decision?';
comment on column mart.suggested.reconciliation is 'Name of the reconciliation; its file is in sql/reconcile.';
comment on column mart.suggested.reconciliation_title is 'Title of the reconciliation.';
comment on column mart.suggested.company is 'Company, as named in the configuration.';
comment on column mart.suggested.currency is 'ISO 4217 code of the amounts.';
comment on column mart.suggested.business_date is 'Business day in the time zone of the company.';
comment on column mart.suggested.item_key is 'Key of the item within its reconciliation and company.';
comment on column mart.suggested.break_id is 'Stable id of the item from first seen to closed, 12 hexadecimal digits.';
comment on column mart.suggested.cause_id is 'Id of the cause of an open item (mart.cause), 12 hexadecimal digits.';
comment on column mart.suggested.outcome is 'matched, matched_with_tolerance, suggested, timing, overdue, or the type of break.';
comment on column mart.suggested.is_break is 'Whether the item is a break.';
comment on column mart.suggested.is_open is 'Whether the item is open.';
comment on column mart.suggested.reason_code is 'Reason code.';
comment on column mart.suggested.reason is 'Reason, in one sentence.';
comment on column mart.suggested.what_to_do is 'Recommended action.';
comment on column mart.suggested.match_pass is 'Match pass that found the match.';
comment on column mart.suggested.left_label is 'Title of the left side.';
comment on column mart.suggested.left_key is 'Key of the left record.';
comment on column mart.suggested.left_reference is 'Reference of the left record.';
comment on column mart.suggested.left_amount is 'Amount of the left record, in major units.';
comment on column mart.suggested.left_at is 'Time of the left record.';
comment on column mart.suggested.left_receipt_id is 'Receipt number of the file with the left record.';
comment on column mart.suggested.left_file_name is 'Name of that file.';
comment on column mart.suggested.left_line_no is 'Line in that file.';
comment on column mart.suggested.right_label is 'Title of the right side.';
comment on column mart.suggested.right_key is 'Key of the right record.';
comment on column mart.suggested.right_reference is 'Reference of the right record.';
comment on column mart.suggested.right_amount is 'Amount of the right record, in major units.';
comment on column mart.suggested.right_at is 'Time of the right record.';
comment on column mart.suggested.right_receipt_id is 'Receipt number of the file with the right record.';
comment on column mart.suggested.right_file_name is 'Name of that file.';
comment on column mart.suggested.right_line_no is 'Line in that file.';
comment on column mart.suggested.right_minus_left is 'Right amount less left amount, in major units; a missing side counts as zero.';
comment on column mart.suggested.expected_on is 'Expected date of the other side.';
comment on column mart.suggested.becomes_break_on is 'Date from which a missing other side is a break.';
comment on column mart.suggested.first_seen_on is 'Day of the run that first found the item open.';
comment on column mart.suggested.age_days is 'Age in days, from the business day to the last run.';
comment on column mart.suggested.evidence is 'Equal and differing fields, as JSON.';
comment on column mart.suggested.runners_up is 'Runners-up of a suggested match, as JSON.';
comment on column mart.suggested.status is 'open, awaiting_approval, explained, accepted, written_off or matched_by_hand; closed if no action is required.';
comment on column mart.suggested.decision is 'Latest decision on the item.';
comment on column mart.suggested.decided_by is 'Author of the decision.';
comment on column mart.suggested.decided_by_identity is 'verified where a key of the author signed the decision, else asserted.';
comment on column mart.suggested.approved_by is 'Second approver.';
comment on column mart.suggested.approval_identity is 'verified where both persons signed with keys of their own, else asserted; empty without an approval.';
comment on column mart.suggested.pending_because is 'What is missing for the approval of a decision that awaits it; until then it is not in force.';
comment on column mart.suggested.decision_note is 'Note on the decision.';
comment on column mart.suggested.write_off_account is 'Account of a write-off within the limit: as decided or, for an open item, as proposed.';
comment on column mart.suggested.is_stale_decision is 'Whether the figures have changed since the decision, which is then no longer valid.';
