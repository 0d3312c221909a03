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

comment on view mart.decision is 'One decision of a person on one item, as it was made. Who decided what, when, and on which figures?';
comment on column mart.decision.company is 'The company of the configuration.';
comment on column mart.decision.break_id is 'The item that was decided, 12 hex digits.';
comment on column mart.decision.reconciliation is 'Name of the reconciliation: its file in sql/reconcile.';
comment on column mart.decision.item_key is 'Identity of the item within its reconciliation and company.';
comment on column mart.decision.decided_at is 'When it was decided.';
comment on column mart.decision.decision is 'explain, accept, write_off, match, split; undo and approve concern another decision.';
comment on column mart.decision.reason_code is 'The reason that the author chose.';
comment on column mart.decision.note is 'What the author wrote.';
comment on column mart.decision.author is 'Who decided.';
comment on column mart.decision.expires_on is 'The last day on which it holds; null for ever.';
comment on column mart.decision.amount is 'Right less left as the author saw it, major units.';
comment on column mart.decision.outcome is 'The outcome as the author saw it.';
comment on column mart.decision.needs_second is 'Whether a second person has to approve it.';
comment on column mart.decision.decision_id is 'Identity of the decision.';
comment on column mart.decision.concerns is 'The decision that an undo or an approval is about.';
comment on column mart.decision.is_in_force is 'Whether it is the newest decision on its item that was not taken back.';
comment on column mart.decision.is_stale is 'Whether the figures have changed since.';
comment on column mart.decision.evidence is 'Names or addresses of what supports it.';
