-- grain: one opening, change, decision or closing of an item
-- key: none
-- reads: recon.break_life, recon.break_change, recon.decision
create or replace view mart.change as
select company, currency, first_seen_on as changed_on, business_date, 'opened' as change, substr(break_id, 1, 12) as break_id,
  reconciliation, reason, amount
from recon.break_life
union all
select company, currency, closed_on, business_date, 'closed', substr(break_id, 1, 12), reconciliation, closed_because, amount
from recon.break_life
where closed_on is not null
union all
select company, currency, changed_on, business_date, 'changed', substr(break_id, 1, 12), reconciliation,
  case
    when outcome_before = 'closed' then 'Reopened. '
    when amount_before is distinct from amount_after then format('Changed from {} to {}. ', coalesce(core.money_text(currency, amount_before), 'without amount'),
      coalesce(core.money_text(currency, amount_after), 'without amount'))
    else format('Changed from {} to {}. ', replace(outcome_before, '_', ' '), replace(outcome_after, '_', ' '))
  end || reason,
  amount_after
from recon.break_change
union all
select company, currency, cast(timezone(zone, decided_at) as date), business_date, 'decided', substr(break_id, 1, 12), reconciliation,
  format('{} by {}: {}', replace(decision, '_', ' '), author, coalesce(note, reason_code)), right_minus_left
from (
  select decision.*, company.zone, break_life.currency, break_life.business_date
  from recon.decision as decision
  inner join core.company as company on company.company = decision.company
  inner join recon.break_life as break_life on break_life.break_id = decision.break_id
);

comment on view mart.change is 'One opening, change, decision or closing of an item. What has changed since yesterday?';
comment on column mart.change.company is 'Company, as named in the configuration.';
comment on column mart.change.currency is 'ISO 4217 code of the amounts.';
comment on column mart.change.changed_on is 'Day of the run that found the change.';
comment on column mart.change.business_date is 'Business day in the time zone of the company.';
comment on column mart.change.change is 'opened, changed, decided or closed.';
comment on column mart.change.break_id is 'Stable id of the item from first seen to closed, 12 hexadecimal digits.';
comment on column mart.change.reconciliation is 'Name of the reconciliation; its file is in sql/reconcile.';
comment on column mart.change.reason is 'Reason, in one sentence.';
comment on column mart.change.amount is 'Signed amount in major units; a count where the measure is count.';
