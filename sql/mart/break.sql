-- grain: one item that was ever open, through its life
-- key: break_id
-- reads: recon.break_life, recon.item, recon.outcome, recon.reconciliation, recon.reason, recon.decision_now, recon.run
create or replace view mart.break as
with last_run as (
  select company, max(as_of) as as_of from recon.run group by company
)
select
  substr(break_life.break_id, 1, 12) as break_id,
  break_life.company,
  break_life.currency,
  break_life.business_date,
  break_life.reconciliation,
  reconciliation.title as reconciliation_title,
  break_life.item_key,
  break_life.outcome,
  break_life.amount,
  break_life.reason,
  coalesce(reason.what_to_do, reconciliation.what_to_do) as what_to_do,
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
  decision.approved_by,
  decision.note as decision_note,
  coalesce(decision.is_stale, false) as is_stale_decision
from recon.break_life as break_life
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = break_life.reconciliation
left join recon.item as item on item.break_id = break_life.break_id
left join recon.reason as reason on reason.reconciliation = item.reconciliation and reason.reason_code = item.reason_code
left join recon.decision_now as decision on decision.break_id = break_life.break_id
left join last_run on last_run.company = break_life.company;

comment on view mart.break is 'One item that was ever open, through its life. What is open, since when, and what did people decide?';
comment on column mart.break.break_id is 'Stable identity of the item through its life, 12 hex digits.';
comment on column mart.break.company is 'The company of the configuration.';
comment on column mart.break.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.break.business_date is 'The business day in the company''s own zone.';
comment on column mart.break.reconciliation is 'Name of the reconciliation: its file in sql/reconcile.';
comment on column mart.break.reconciliation_title is 'Its title for people.';
comment on column mart.break.item_key is 'Identity of the item within its reconciliation and company.';
comment on column mart.break.outcome is 'suggested, timing, overdue, or the kind of break, as last seen.';
comment on column mart.break.amount is 'Right less left as last seen, major units.';
comment on column mart.break.reason is 'Why, in one sentence.';
comment on column mart.break.what_to_do is 'What an accountant does about it.';
comment on column mart.break.status is 'open, awaiting_approval, explained, accepted, written_off or matched_by_hand; closed when it came right by itself.';
comment on column mart.break.first_seen_on is 'The day on which a run first saw it.';
comment on column mart.break.last_seen_on is 'The day on which a run last saw it.';
comment on column mart.break.closed_on is 'The day on which a run no longer found it.';
comment on column mart.break.closed_because is 'Why it closed.';
comment on column mart.break.age_days is 'Days from the business day to the last run, or to its end.';
comment on column mart.break.expected_on is 'The day by which the other side is expected.';
comment on column mart.break.becomes_break_on is 'The day from which its absence is a break.';
comment on column mart.break.decision is 'What a person decided.';
comment on column mart.break.decided_by is 'Who decided.';
comment on column mart.break.approved_by is 'Who approved it as the second person.';
comment on column mart.break.decision_note is 'What they wrote.';
comment on column mart.break.is_stale_decision is 'Whether the figures have changed since the decision, so that it holds no more.';
