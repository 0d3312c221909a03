-- statement: decision
-- grain: one decision of a person
-- key: decision_id
-- reads: recon.decision_state, recon.decision_now, recon.reconciliation, recon.break_life
create table mart.decision as
select
  core.this_company() as company,
  break_life.business_date,
  break_life.currency,
  substr(decision.break_id, 1, 12) as break_id,
  coalesce(reconciliation.reconciliation, decision.reconciliation) as reconciliation,
  decision.item_key,
  decision.decided_at,
  decision.effective_on,
  decision.decision,
  decision.reason_code,
  decision.note as decision_note,
  decision.author as decided_by,
  case when decision.identity = 'verified' then 'verified' else 'asserted' end as decided_by_identity,
  case decision.identity
    when 'unsigned' then 'Not signed.'
    when 'key_unknown' then 'Signed with a key that is not configured.'
    when 'key_of_another' then 'Signed with a key of another person: it does not count.'
  end as asserted_because,
  decision.system_user,
  decision.host,
  decision.expires_on,
  decision.account,
  decision.right_minus_left,
  decision.outcome,
  decision.needs_second,
  coalesce(decision.needs_verified, false) as needs_verified,
  decision.approved_by,
  case when decision.approved_by is not null then case when decision.is_approval_verified then 'verified' else 'asserted' end end as approval_identity,
  decision.decision_id,
  coalesce(decision.undoes, decision.approves) as concerns,
  now.decision_id is not null as is_latest,
  coalesce(now.is_settled, false) as is_in_force,
  coalesce(now.status = 'awaiting_approval', false) as is_pending,
  case when now.status = 'awaiting_approval' then now.pending_because end as pending_because,
  coalesce(now.is_stale, false) as is_stale_decision,
  decision.evidence::text as evidence,
  decision.signed_text,
  decision.signature,
  decision.signed_with
from recon.decision_state as decision
left join recon.decision_now as now on now.decision_id = decision.decision_id
left join recon.break_life as break_life on break_life.break_id = decision.break_id
-- a decision keeps the name that the reconciliation had when it was made
left join recon.reconciliation as reconciliation on reconciliation.former = decision.reconciliation;

comment on table mart.decision is 'One decision on one item, as it was made. Who decided what, when, and on which figures?';
comment on column mart.decision.business_date is 'Business day of the item, in the time zone of the company.';
comment on column mart.decision.break_id is 'Id of the decided item, 12 hexadecimal digits.';
comment on column mart.decision.decided_at is 'Time of the decision.';
comment on column mart.decision.effective_on is 'Day from which it counts in statements; no day of a month that was closed before.';
comment on column mart.decision.decision is 'explain, accept, write_off, match or split; undo and approve refer to another decision.';
comment on column mart.decision.reason_code is 'Reason code chosen by the author.';
comment on column mart.decision.decision_note is 'Note of the author.';
comment on column mart.decision.decided_by_identity is 'verified where a key of the author signed it, else asserted.';
comment on column mart.decision.asserted_because is 'Why the author is asserted only.';
comment on column mart.decision.system_user is 'User of the operating system that recorded it; empty in decisions of version 0.2.0.';
comment on column mart.decision.host is 'Machine on which it was recorded; empty in decisions of version 0.2.0.';
comment on column mart.decision.expires_on is 'Last day on which the decision is valid; empty if it does not expire.';
comment on column mart.decision.account is 'Account to which a write-off within the limit is booked.';
comment on column mart.decision.right_minus_left is 'Right less left as shown to the author, in major units.';
comment on column mart.decision.outcome is 'Outcome as shown to the author.';
comment on column mart.decision.needs_second is 'Whether the decision requires a second approval.';
comment on column mart.decision.needs_verified is 'Whether the second approval must be verified.';
comment on column mart.decision.decision_id is 'Id of the decision.';
comment on column mart.decision.concerns is 'Id of the decision that an undo or an approval refers to.';
comment on column mart.decision.is_latest is 'Whether it is the latest decision on its item that was not undone; it may be pending, expired or stale.';
comment on column mart.decision.is_in_force is 'Whether it is in force: the latest, approved where it must be, not expired, and made on the present figures.';
comment on column mart.decision.is_pending is 'Whether it awaits a second approval; until then it is not in force.';
comment on column mart.decision.pending_because is 'What is missing for the approval.';
comment on column mart.decision.is_stale_decision is 'Whether the figures have changed since the decision.';
comment on column mart.decision.evidence is 'Names or addresses of the supporting documents.';
comment on column mart.decision.signed_text is 'Content of the decision that its author signs.';
comment on column mart.decision.signature is 'Signature of the signed text (ssh-keygen -Y verify -n tieout); empty if it is not signed.';
comment on column mart.decision.signed_with is 'Fingerprint of the key of the signature.';

-- statement: change
-- grain: one opening, change, decision or closing of an item
-- key: none
-- reads: recon.break_life, recon.break_change, recon.decision_state, recon.decision_now
create table mart.change as
select core.this_company() as company, currency, first_seen_on as changed_on, business_date, 'opened' as change,
  substr(break_id, 1, 12) as break_id, reconciliation, reason, amount as right_minus_left
from recon.break_life
union all
select core.this_company() as company, currency, closed_on, business_date, 'closed', substr(break_id, 1, 12), reconciliation,
  closed_because, amount
from recon.break_life
where closed_on is not null
union all
select core.this_company() as company, currency, changed_on, business_date, 'changed', substr(break_id, 1, 12), reconciliation, reason,
  amount_after
from recon.break_change
union all
select core.this_company() as company, currency, cast(timezone(zone, decided_at) as date), business_date,
  -- a decision that awaits its approval decides nothing yet
  case when is_pending then 'awaiting_approval' else 'decided' end, substr(break_id, 1, 12), reconciliation,
  format('{} by {}: {}', replace(decision, '_', ' '), author, coalesce(note, reason_code)), right_minus_left
from (
  select decision.*, company.zone, break_life.currency, break_life.business_date, coalesce(now.status = 'awaiting_approval', false) as is_pending
  from recon.decision_state as decision
  left join recon.decision_now as now on now.decision_id = coalesce(decision.approves, decision.decision_id)
  cross join core.company as company
  inner join recon.break_life as break_life on break_life.break_id = decision.break_id
  where decision.identity <> 'key_of_another'
);

comment on table mart.change is 'One opening, change, decision or closing of an item. What has changed since yesterday?';
comment on column mart.change.changed_on is 'Day of the run that found the change.';
comment on column mart.change.change is 'opened, changed, decided, awaiting_approval (a decision that is not in force yet) or closed.';
comment on column mart.change.right_minus_left is 'Right less left after the change, in major units; for a decision, as shown to the author.';

-- statement: waived
-- grain: one control of one currency and business day that a waiver of the configuration leaves out
-- key: currency, business_date, control, subject
-- reads: recon.control, core.waiver
create or replace view mart.waived as
select
  core.this_company() as company,
  control.currency,
  control.business_date,
  control.control,
  control.subject,
  control.title,
  waiver.why as reason,
  waiver.author as waived_by,
  waiver.from_day as first_day,
  waiver.until_day as last_day
from recon.control as control
inner join core.waiver as waiver
  on waiver.control = control.control
  and coalesce(waiver.currency, control.currency) = control.currency
  and coalesce(waiver.subject, control.subject) = control.subject
  and waiver.from_day <= control.business_date and coalesce(waiver.until_day, control.business_date) >= control.business_date
where control.state = 'waived'
qualify row_number() over (
  partition by control.currency, control.business_date, control.control, control.subject order by waiver.waiver_no
) = 1;

comment on view mart.waived is 'Controls that a waiver of the configuration leaves out. Which, why, by whom, and until when?';
comment on column mart.waived.control is 'Name of the reconciliation.';
comment on column mart.waived.subject is 'Payout account or payment method; empty where the control is made for the currency.';
comment on column mart.waived.reason is 'Reason of the waiver.';
comment on column mart.waived.waived_by is 'Person who waived the control.';
comment on column mart.waived.first_day is 'First day of the waiver.';
comment on column mart.waived.last_day is 'Last day of the waiver; null if it has no end.';
