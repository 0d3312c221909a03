-- grain: one cause of open items and control differences
-- key: cause_id
-- reads: recon.cause, recon.reconciliation, recon.reason, recon.run
create or replace view mart.cause as
with last_run as (
  select company, max(as_of) as as_of from recon.run group by company
)
select
  substr(cause.cause_id, 1, 12) as cause_id,
  cause.company,
  cause.currency,
  cause.business_date,
  cause.last_day,
  cause.debit,
  cause.credit,
  cause.net,
  cause.item_count,
  array_to_string(cause.reconciliations, ', ') as reconciliations,
  cause.lead_reconciliation as reconciliation,
  reconciliation.title as reconciliation_title,
  reconciliation.list_order,
  cause.lead_outcome as outcome,
  cause.lead_reason_code as reason_code,
  coalesce(reason.meaning, reconciliation.meaning) as meaning,
  cause.reason,
  coalesce(reason.what_to_do, reconciliation.what_to_do) as what_to_do,
  cause.is_difference,
  cause.status,
  date_diff('day', cause.business_date, last_run.as_of) as age_days
from recon.cause as cause
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = cause.lead_reconciliation
left join recon.reason as reason on reason.reconciliation = cause.lead_reconciliation and reason.reason_code = cause.lead_reason_code
left join last_run on last_run.company = cause.company;

comment on view mart.cause is 'One cause of open items and control differences: what happened once, whichever reconciliations show it. How much is unexplained, since when?';
comment on column mart.cause.cause_id is 'Stable id of the cause, 12 hexadecimal digits; it stays when an item joins.';
comment on column mart.cause.company is 'Company, as named in the configuration.';
comment on column mart.cause.currency is 'ISO 4217 code of the amounts.';
comment on column mart.cause.business_date is 'First business day of its items; the day on which the cause is counted.';
comment on column mart.cause.last_day is 'Last business day of its items.';
comment on column mart.cause.debit is 'Amount due to the company, in major units: missing receipts, payments out without a basis.';
comment on column mart.cause.credit is 'Amount held without being due to the company, in major units: receipts without an order, unidentified deposits.';
comment on column mart.cause.net is 'Debit less credit, in major units.';
comment on column mart.cause.item_count is 'Open items of the cause.';
comment on column mart.cause.reconciliations is 'Reconciliations that show the cause, in the order of their lists.';
comment on column mart.cause.reconciliation is 'Reconciliation of the item that describes the cause.';
comment on column mart.cause.reconciliation_title is 'Title of that reconciliation.';
comment on column mart.cause.list_order is 'Position of that reconciliation in lists.';
comment on column mart.cause.outcome is 'Outcome of the item that describes the cause.';
comment on column mart.cause.reason_code is 'Reason code of that item.';
comment on column mart.cause.meaning is 'Meaning of the reason code.';
comment on column mart.cause.reason is 'Reason, in one sentence.';
comment on column mart.cause.what_to_do is 'Recommended action.';
comment on column mart.cause.is_difference is 'Whether the cause has a break, a suggested match or a control out of balance; otherwise its items are outstanding.';
comment on column mart.cause.status is 'open, or decided when all of its differences are decided.';
comment on column mart.cause.age_days is 'Age in days, from the first business day to the last run.';
