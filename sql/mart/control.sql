-- grain: one control that must be made for one company, currency and business day
-- key: company, currency, business_date, control, subject
-- reads: recon.control, recon.reconciliation
create or replace view mart.control as
select
  control.company,
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
comment on column mart.control.company is 'Company, as named in the configuration.';
comment on column mart.control.currency is 'ISO 4217 code of the amounts.';
comment on column mart.control.business_date is 'Business day in the time zone of the company.';
comment on column mart.control.control is 'Name of the reconciliation, or open_items.';
comment on column mart.control.subject is 'Payout account or payment method for which the control is made; empty where it is made for the currency.';
comment on column mart.control.title is 'Title of the control.';
comment on column mart.control.list_order is 'Position in lists.';
comment on column mart.control.state is 'balanced, out_of_balance, not_made, awaited, not_set_up or waived.';
comment on column mart.control.is_decided is 'Whether every difference of a control that is out of balance is decided.';
comment on column mart.control.difference is 'Unexplained difference of the totals, or sum of the breaks, in major units; empty where the breaks have no amount.';
comment on column mart.control.reason is 'Result, or the reason why the control was not made, in one sentence.';
comment on column mart.control.what_to_do is 'Recommended action.';
comment on column mart.control.input is 'Input that is missing, awaited or not set up.';
comment on column mart.control.due_on is 'Day on which an awaited input is due.';
