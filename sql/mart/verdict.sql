-- statement: verdict
-- grain: one currency and business day
-- key: currency, business_date
-- reads: recon.verdict
create or replace view mart.verdict as
select
  core.this_company() as company, currency, business_date, verdict, reason, matched_count, matched_amount, break_count, break_amount,
  timing_count, timing_amount, suggested_count, overdue_count, rejected_count, residual, decided_count, decided_amount,
  control_count, made_count, awaited_count, waived_count, awaited, not_set_up, cause_count, cause_item_count,
  unexplained_debit, unexplained_credit, unexplained_net
from recon.verdict;

comment on view mart.verdict is 'Verdict of one company, currency and business day. Is the day reconciled, and if not, why?';
comment on column mart.verdict.verdict is 'reconciled, reconciled_with_timing, breaks or incomplete.';
comment on column mart.verdict.reason is 'Reason: the controls made, the causes with their items and amount, and what is outstanding, decided, awaited, waived or not set up.';
comment on column mart.verdict.matched_count is 'Number of matched items.';
comment on column mart.verdict.matched_amount is 'Sum of the left side of matched items, in major units.';
comment on column mart.verdict.break_count is 'Number of undecided breaks, including overdue items.';
comment on column mart.verdict.break_amount is 'Sum of the absolute differences, in major units.';
comment on column mart.verdict.timing_count is 'Number of outstanding items that are not yet due.';
comment on column mart.verdict.timing_amount is 'Sum of those items, in major units.';
comment on column mart.verdict.suggested_count is 'Number of suggested matches to be decided.';
comment on column mart.verdict.overdue_count is 'Number of overdue items.';
comment on column mart.verdict.rejected_count is 'Number of rejected rows that may belong to the day.';
comment on column mart.verdict.residual is 'Sum of the absolute unexplained differences of the controls, in major units.';
comment on column mart.verdict.decided_count is 'Number of decided items.';
comment on column mart.verdict.decided_amount is 'Sum of the absolute differences, in major units.';
comment on column mart.verdict.control_count is 'Number of controls that must be made now.';
comment on column mart.verdict.made_count is 'Number of them that were made.';
comment on column mart.verdict.awaited_count is 'Number of controls whose input is not due yet.';
comment on column mart.verdict.waived_count is 'Number of controls that the configuration waives.';
comment on column mart.verdict.awaited is 'Inputs that are not due yet, with their due dates.';
comment on column mart.verdict.not_set_up is 'Inputs that the company has not set up; the controls that need them are not made.';
comment on column mart.verdict.cause_count is 'Undecided causes of differences that begin on the day (mart.cause). A cause of several days counts on its first.';
comment on column mart.verdict.cause_item_count is 'Open items of those causes, of all days.';
comment on column mart.verdict.unexplained_debit is 'Unexplained amount due to the company, over those causes, in major units.';
comment on column mart.verdict.unexplained_credit is 'Unexplained amount held without being due to the company, over those causes, in major units.';
comment on column mart.verdict.unexplained_net is 'Unexplained debit less credit, in major units.';

-- statement: control
-- grain: one control that must be made for one currency and business day
-- key: currency, business_date, control, subject
-- reads: recon.control, recon.reconciliation
create or replace view mart.control as
select
  core.this_company() as company,
  control.currency,
  control.business_date,
  control.control,
  control.subject,
  control.title,
  coalesce(reconciliation.list_order, 0) as list_order,
  control.state,
  control.is_decided,
  control.difference,
  control.reason,
  control.what_to_do,
  control.input,
  control.due_on
from recon.control as control
left join recon.reconciliation as reconciliation on reconciliation.reconciliation = control.control;

comment on view mart.control is 'Control register: which controls must be made for a day, which were made, and with what result?';
comment on column mart.control.control is 'Name of the reconciliation, or open_items.';
comment on column mart.control.subject is 'Payout account or payment method for which the control is made; empty where it is made for the currency.';
comment on column mart.control.state is 'balanced, out_of_balance, not_made, awaited, not_set_up or waived.';
comment on column mart.control.is_decided is 'Whether every difference of a control that is out of balance is decided.';
comment on column mart.control.difference is 'Unexplained difference of the totals, or sum of the breaks, in major units; empty where the breaks have no amount.';
comment on column mart.control.reason is 'Result, or the reason why the control was not made, in one sentence.';
comment on column mart.control.input is 'Input that is missing, awaited or not set up.';

-- statement: day_count
-- How many days of a period are reconciled, reconciled with differences that people decided, and not reconciled.
-- grain: one row
-- key: reconciled, decided, open
-- reads: recon.verdict, recon.item_day, recon.decision_now
create or replace macro recon.day_count(period_start, period_end) as table (
  with
  decided as (
    select distinct item.business_date
    from recon.item_day as item
    inner join recon.decision_now as decision on decision.break_id = item.break_id and decision.is_settled
    where item.business_date >= period_start and item.business_date < period_end
  ),
  day as (
    select
      verdict.business_date,
      bool_and(verdict.verdict in ('reconciled', 'reconciled_with_timing')) as is_reconciled,
      bool_or(decided.business_date is not null) as is_decided
    from recon.verdict as verdict
    left join decided on decided.business_date = verdict.business_date
    where verdict.business_date >= period_start and verdict.business_date < period_end
    group by verdict.business_date
  )
  select
    (count(*) filter (is_reconciled and not is_decided))::integer as reconciled,
    (count(*) filter (is_reconciled and is_decided))::integer as decided,
    (count(*) filter (not is_reconciled))::integer as open
  from day
);
