-- statement: finding
-- grain: one kind of open item of one day
-- key: currency, business_date, reconciliation, outcome, reason_code, status, what_to_do
-- reads: recon.item, recon.cause_item, recon.outcome, recon.reconciliation, recon.reason, recon.decision_now, recon.last_run
create table mart.finding as
with item as (
  select
    item.currency,
    item.business_date,
    item.reconciliation,
    item.outcome,
    outcome.is_break,
    item.reason_code,
    case when coalesce(decision.is_settled, false) then decision.status else 'open' end as status,
    count(*) as item_count,
    count(*) filter (coalesce(decision.status = 'awaiting_approval', false)) as pending_count,
    coalesce(sum(abs(item.right_minus_left)), 0)::decimal(38, 4) as amount,
    min(coalesce(open_item.reason_with_sum, item.reason)) as reason,
    open_item.reason_with_sum is not null as adds_up
  from recon.item as item
  inner join recon.outcome as outcome on outcome.outcome = item.outcome and outcome.is_open
  left join recon.decision_now as decision on decision.break_id = item.break_id
  left join recon.cause_item as open_item on open_item.break_id = item.break_id
  group by all
)
select
  core.this_company() as company,
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
  item.pending_count,
  item.amount,
  coalesce(reason.meaning, reconciliation.meaning) as meaning,
  core.what_to_do(item.adds_up, reason.what_to_do, reconciliation.what_to_do) as what_to_do,
  item.reason,
  date_diff('day', item.business_date, last_run.as_of) as age_days
from item
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = item.reconciliation
left join recon.reason as reason on reason.reconciliation = item.reconciliation and reason.reason_code = item.reason_code
cross join recon.last_run as last_run;

comment on table mart.finding is 'Open items of one day by reason. Which items are open, what do they add up to, and what is the next action?';
comment on column mart.finding.outcome is 'suggested, timing, overdue, or the type of break.';
comment on column mart.finding.is_break is 'Whether the items are breaks.';
comment on column mart.finding.status is 'open, or the state of the decision that is in force.';
comment on column mart.finding.item_count is 'Number of items.';
comment on column mart.finding.pending_count is 'Number of items with a decision that awaits its approval and is not in force; they are open.';
comment on column mart.finding.amount is 'Sum of the absolute differences, in major units.';
comment on column mart.finding.meaning is 'Meaning of the reason.';
comment on column mart.finding.reason is 'Reason of one of the items, in one sentence.';

-- statement: unexpected
-- grain: one field or value of one receipt that is not as in the specification, or not as in the other records
-- key: receipt_id, record, field, value
-- reads: raw.unexpected, raw.receipt
create or replace view mart.unexpected as
select
  core.this_company() as company, receipt.source, receipt.kind, unexpected.record, unexpected.field, unexpected.value,
  unexpected.seen_count, receipt.window_from, receipt.window_to, receipt.received_at, unexpected.receipt_id, receipt.file_name
from raw.unexpected as unexpected
inner join raw.receipt as receipt on receipt.receipt_id = unexpected.receipt_id;

comment on view mart.unexpected is 'Fields, values and figures that differ from the specification or from other records of the service. They are kept as received. What changed at the services?';
comment on column mart.unexpected.source is 'Connector: gateway, payout or files.';
comment on column mart.unexpected.record is 'Record of the specification.';
comment on column mart.unexpected.field is 'Name of the field or column; in brackets, what is wrong with it.';
comment on column mart.unexpected.value is 'Value that the specification does not list; null if the field itself is unexpected.';
comment on column mart.unexpected.seen_count is 'How often it is in the file or page.';
comment on column mart.unexpected.window_from is 'Start of the period of the file or page, if it has one.';
comment on column mart.unexpected.window_to is 'End of that period, exclusive.';
