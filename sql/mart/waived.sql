-- grain: one control of one company, currency and business day that a waiver of the configuration leaves out
-- key: company, currency, business_date, control, subject
-- reads: recon.control, core.waiver
create or replace view mart.waived as
select
  control.company,
  control.currency,
  control.business_date,
  control.control,
  control.subject,
  control.title,
  waiver.why as reason,
  waiver.author as waived_by,
  waiver.from_day as first_day,
  waiver.until_day as last_day
from recon.control as control
inner join core.waiver as waiver
  on waiver.company = control.company and waiver.control = control.control
  and coalesce(waiver.currency, control.currency) = control.currency
  and coalesce(waiver.subject, control.subject) = control.subject
  and waiver.from_day <= control.business_date and coalesce(waiver.until_day, control.business_date) >= control.business_date
where control.state = 'waived'
qualify row_number() over (
  partition by control.company, control.currency, control.business_date, control.control, control.subject order by waiver.waiver_no
) = 1;

comment on view mart.waived is 'Controls that a waiver of the configuration leaves out. Which, why, by whom, and until when?';
comment on column mart.waived.company is 'Company, as named in the configuration.';
comment on column mart.waived.currency is 'ISO 4217 code of the amounts.';
comment on column mart.waived.business_date is 'Business day in the time zone of the company.';
comment on column mart.waived.control is 'Name of the reconciliation.';
comment on column mart.waived.subject is 'Payout account or payment method; empty where the control is made for the currency.';
comment on column mart.waived.title is 'Title of the control.';
comment on column mart.waived.reason is 'Reason of the waiver.';
comment on column mart.waived.waived_by is 'Person who waived the control.';
comment on column mart.waived.first_day is 'First day of the waiver.';
comment on column mart.waived.last_day is 'Last day of the waiver; null where it has none.';
