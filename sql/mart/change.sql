-- grain: one opening, change, decision or closing of an item
-- key: none
-- reads: recon.break_life, recon.break_change, recon.decision_state, recon.decision_now
create or replace view publish.change as
select company, currency, first_seen_on as changed_on, business_date, 'opened' as change, substr(break_id, 1, 12) as break_id,
  reconciliation, reason, amount as right_minus_left
from recon.break_life
union all
select company, currency, closed_on, business_date, 'closed', substr(break_id, 1, 12), reconciliation, closed_because, amount
from recon.break_life
where closed_on is not null
union all
select company, currency, changed_on, business_date, 'changed', substr(break_id, 1, 12), reconciliation, reason,
  amount_after
from recon.break_change
union all
select company, currency, cast(timezone(zone, decided_at) as date), business_date,
  -- a decision that awaits its approval decides nothing yet
  case when is_pending then 'awaiting_approval' else 'decided' end, substr(break_id, 1, 12), reconciliation,
  format('{} by {}: {}', replace(decision, '_', ' '), author, coalesce(note, reason_code)), right_minus_left
from (
  select decision.*, company.zone, break_life.currency, break_life.business_date, coalesce(now.status = 'awaiting_approval', false) as is_pending
  from recon.decision_state as decision
  left join recon.decision_now as now on now.decision_id = coalesce(decision.approves, decision.decision_id)
  inner join core.company as company on company.company = decision.company
  inner join recon.break_life as break_life on break_life.break_id = decision.break_id
  where decision.identity <> 'key_of_another'
);

create table if not exists mart.change as from publish.change limit 0;

comment on table mart.change is 'One opening, change, decision or closing of an item. What has changed since yesterday?';
comment on column mart.change.company is 'Company, as named in the configuration.';
comment on column mart.change.currency is 'ISO 4217 code of the amounts.';
comment on column mart.change.changed_on is 'Day of the run that found the change.';
comment on column mart.change.business_date is 'Business day in the time zone of the company.';
comment on column mart.change.change is 'opened, changed, decided, awaiting_approval (a decision that is not in force yet) or closed.';
comment on column mart.change.break_id is 'Stable id of the item from first seen to closed, 12 hexadecimal digits.';
comment on column mart.change.reconciliation is 'Name of the reconciliation; its file is in sql/reconcile.';
comment on column mart.change.reason is 'Reason, in one sentence.';
comment on column mart.change.right_minus_left is 'Right less left after the change, in major units; for a decision, as shown to the author.';
