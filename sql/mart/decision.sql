-- grain: one decision of a person
-- key: decision_id
-- reads: recon.decision, recon.decision_now, recon.reconciliation
create or replace view mart.decision as
select
  decision.company,
  substr(decision.break_id, 1, 12) as break_id,
  coalesce(reconciliation.reconciliation, decision.reconciliation) as reconciliation,
  decision.item_key,
  decision.decided_at,
  decision.decision,
  decision.reason_code,
  decision.note,
  decision.author,
  decision.expires_on,
  decision.right_minus_left as amount,
  decision.outcome,
  decision.needs_second,
  decision.decision_id,
  coalesce(decision.undoes, decision.approves) as concerns,
  now.decision_id is not null as is_in_force,
  coalesce(now.is_stale, false) as is_stale,
  decision.evidence::text as evidence
from recon.decision as decision
left join recon.decision_now as now on now.decision_id = decision.decision_id
-- a decision keeps the name that the reconciliation had when it was made
left join recon.reconciliation as reconciliation on reconciliation.former = decision.reconciliation;

comment on view mart.decision is 'One decision on one item, as it was made. Who decided what, when, and on which figures?';
comment on column mart.decision.company is 'Company, as named in the configuration.';
comment on column mart.decision.break_id is 'Id of the decided item, 12 hexadecimal digits.';
comment on column mart.decision.reconciliation is 'Name of the reconciliation; its file is in sql/reconcile.';
comment on column mart.decision.item_key is 'Key of the item within its reconciliation and company.';
comment on column mart.decision.decided_at is 'Time of the decision.';
comment on column mart.decision.decision is 'explain, accept, write_off, match or split; undo and approve refer to another decision.';
comment on column mart.decision.reason_code is 'Reason code chosen by the author.';
comment on column mart.decision.note is 'Note of the author.';
comment on column mart.decision.author is 'Author of the decision.';
comment on column mart.decision.expires_on is 'Last day on which the decision is valid; empty if it does not expire.';
comment on column mart.decision.amount is 'Right less left as shown to the author, in major units.';
comment on column mart.decision.outcome is 'Outcome as shown to the author.';
comment on column mart.decision.needs_second is 'Whether the decision requires a second approval.';
comment on column mart.decision.decision_id is 'Id of the decision.';
comment on column mart.decision.concerns is 'Id of the decision that an undo or an approval refers to.';
comment on column mart.decision.is_in_force is 'Whether it is the latest decision on its item that was not undone.';
comment on column mart.decision.is_stale is 'Whether the figures have changed since the decision.';
comment on column mart.decision.evidence is 'Names or addresses of the supporting documents.';
