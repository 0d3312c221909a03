-- grain: one kind of open item of one day
-- key: company, currency, business_date, reconciliation, outcome, reason_code, status
-- reads: recon.item, recon.outcome, recon.reconciliation, recon.reason, recon.decision_now, recon.run
create or replace view mart.finding as
with last_run as (
  select company, max(as_of) as as_of from recon.run group by company
),
item as (
  select
    item.company,
    item.currency,
    item.business_date,
    item.reconciliation,
    item.outcome,
    outcome.is_break,
    item.reason_code,
    coalesce(decision.status, 'open') as status,
    count(*) as item_count,
    coalesce(sum(abs(item.right_minus_left)), 0)::decimal(38, 4) as amount,
    min(item.reason) as reason
  from recon.item as item
  inner join recon.outcome as outcome on outcome.outcome = item.outcome and outcome.is_open
  left join recon.decision_now as decision on decision.break_id = item.break_id
  group by all
)
select
  item.company,
  item.currency,
  item.business_date,
  item.reconciliation,
  reconciliation.title as reconciliation_title,
  reconciliation.list_order,
  item.outcome,
  item.is_break,
  item.reason_code,
  item.status,
  item.item_count,
  item.amount,
  coalesce(reason.meaning, reconciliation.meaning) as meaning,
  coalesce(reason.what_to_do, reconciliation.what_to_do) as what_to_do,
  item.reason,
  date_diff('day', item.business_date, last_run.as_of) as age_days
from item
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = item.reconciliation
left join recon.reason as reason on reason.reconciliation = item.reconciliation and reason.reason_code = item.reason_code
left join last_run on last_run.company = item.company;

comment on view mart.finding is 'One kind of open item of one day, with what it means. What is wrong, how much of it, and what is to be done?';
comment on column mart.finding.company is 'The company of the configuration.';
comment on column mart.finding.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.finding.business_date is 'The business day in the company''s own zone.';
comment on column mart.finding.reconciliation is 'Name of the reconciliation: its file in sql/reconcile.';
comment on column mart.finding.reconciliation_title is 'Its title for people.';
comment on column mart.finding.list_order is 'Its place in lists.';
comment on column mart.finding.outcome is 'suggested, timing, overdue, or the kind of break.';
comment on column mart.finding.is_break is 'Whether the items are breaks.';
comment on column mart.finding.reason_code is 'Why, for programs.';
comment on column mart.finding.status is 'open, or what people decided.';
comment on column mart.finding.item_count is 'How many items there are.';
comment on column mart.finding.amount is 'Sum of the sizes of their differences, major units.';
comment on column mart.finding.meaning is 'What it means to an accountant.';
comment on column mart.finding.what_to_do is 'What an accountant does about it.';
comment on column mart.finding.reason is 'The reason of one of the items, in one sentence.';
comment on column mart.finding.age_days is 'Days from the business day to the last run.';
