-- Writes the causes of the company. A cause counts one figure for each measure and sign, the largest that any of its items
-- gives (the amount of a payment rather than the amount less its fee): four reconciliations that see one payment count it once.
-- Items that are only outstanding count where the cause has nothing else. A control that is out of balance without an item has
-- a cause of its own.
insert into recon.cause by name
with
run as (
  select * from recon.run where run_id = $run_id
),
item as (
  select
    cause_item.*,
    member.cause_id,
    member.counted,
    member.is_explained,
    outcome.is_break or cause_item.outcome = 'suggested' as is_difference,
    coalesce(decision.is_settled, false) as is_decided,
    reconciliation.list_order
  from recon.cause_item as cause_item
  inner join run on run.company = cause_item.company
  inner join recon.cause_member as member on member.break_id = cause_item.break_id
  inner join recon.outcome as outcome on outcome.outcome = cause_item.outcome
  inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = cause_item.reconciliation
  left join recon.decision_now as decision on decision.break_id = cause_item.break_id
),
measured as (
  select
    cause_id,
    is_difference,
    -- a net amount that does not follow is one that the amount and the fee may explain
    greatest(
      greatest(max(counted) filter (measure = 'amount'), 0) + greatest(max(counted) filter (measure = 'fee'), 0),
      max(counted) filter (measure = 'net'), 0
    ) as debit,
    greatest(
      greatest(max(-counted) filter (measure = 'amount'), 0) + greatest(max(-counted) filter (measure = 'fee'), 0),
      max(-counted) filter (measure = 'net'), 0
    ) as credit
  from item
  where not is_explained
  group by cause_id, is_difference
),
described as (
  select
    cause_id,
    any_value(company) as company,
    any_value(currency) as currency,
    min(business_date) as business_date,
    max(business_date) as last_day,
    count(*) as item_count,
    list_transform(list_sort(list_distinct(list({'list_order': list_order, 'name': reconciliation}))), lambda one: one.name) as reconciliations,
    bool_or(is_difference) as is_difference,
    -- a difference is described before an outstanding item, a break before a suggestion, a record before a total that it explains
    min_by(
      {'reconciliation': reconciliation, 'outcome': outcome, 'reason_code': reason_code, 'reason': reason},
      {'a': not is_difference, 'b': is_explained, 'c': outcome = 'suggested', 'd': list_order, 'e': -abs(effect), 'f': break_id}
    ) as lead,
    case when bool_and(is_decided) filter (is_difference) then 'decided' else 'open' end as status
  from item
  group by cause_id
),
control as (
  select control.*
  from recon.control as control
  inner join run on run.company = control.company
  inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = control.control and not reconciliation.is_spanning
  anti join item
    on item.reconciliation = control.control and item.currency = control.currency and item.business_date = control.business_date
  where control.state = 'out_of_balance' and not control.is_decided and control.difference <> 0
)
select
  described.cause_id,
  described.company,
  described.currency,
  described.business_date,
  described.last_day,
  measured.debit::decimal(38, 4) as debit,
  measured.credit::decimal(38, 4) as credit,
  (measured.debit - measured.credit)::decimal(38, 4) as net,
  described.item_count,
  described.reconciliations,
  described.lead.reconciliation as lead_reconciliation,
  described.lead.outcome as lead_outcome,
  described.lead.reason_code as lead_reason_code,
  described.lead.reason as reason,
  described.is_difference,
  described.status
from described
inner join measured on measured.cause_id = described.cause_id and measured.is_difference = described.is_difference
union all
select
  md5(concat_ws('|', 'control', company, currency, business_date, control, subject)), company, currency, business_date, business_date,
  difference, 0, difference, 0, [control], control, 'control_breach', null, reason, true, 'open'
from control
