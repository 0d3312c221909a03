-- statement: company
-- grain: one company
-- key: company
-- reads: core.company, core.gateway_mode, core.company_calendar
create table mart.company as
select
  core.this_company() as company,
  company.zone,
  gateway_mode.is_test,
  calendar.description as business_days
from core.company as company
cross join core.gateway_mode as gateway_mode
cross join core.company_calendar as calendar;

comment on table mart.company is 'One company. Is its money real, and which days are its business days?';
comment on column mart.company.zone is 'IANA time zone, whose midnight is the cut-off of the business day.';
comment on column mart.company.is_test is 'Whether the gateway''s statements are of test mode: not real money. Null if no answer states it.';
comment on column mart.company.business_days is 'Calendar of the business days.';

-- statement: calendar
-- grain: one day of the calendar, from the month of its first judged day to a year after the last
-- key: calendar_date
-- reads: core.business_day, mart.verdict
create or replace view mart.calendar as
select
  core.this_company() as company,
  business_day.on_day as calendar_date,
  isodow(business_day.on_day) as weekday,
  business_day.is_business_day,
  business_day.holiday
from core.business_day as business_day
inner join (
  select date_trunc('month', min(business_date))::date as first_day, max(business_date) + 366 as last_day
  from mart.verdict
) as judged on business_day.on_day between judged.first_day and judged.last_day;

comment on view mart.calendar is 'One day of the calendar of a company, from the month of its first reconciled day to a year after the last. Which days are business days?';
comment on column mart.calendar.calendar_date is 'Day.';
comment on column mart.calendar.weekday is 'Weekday, 1 (Monday) to 7 (Sunday).';
comment on column mart.calendar.is_business_day is 'Whether the banks of the company work.';
comment on column mart.calendar.holiday is 'Name of the holiday, where the day would otherwise be a business day.';

-- statement: configuration
-- grain: one configuration of one company that was recorded
-- key: configuration_sha256
-- reads: raw.receipt, raw.json_record
create table mart.configuration as
select
  core.this_company() as company,
  receipt.sha256 as configuration_sha256,
  min(receipt.received_at) as first_used_at,
  max(receipt.receipt_id) = max(max(receipt.receipt_id)) over () as is_in_force,
  any_value(record.body ->> '$.program') as program_version,
  any_value(record.body ->> '$.rules') as rules_sha256,
  any_value(record.body) as content
from raw.receipt as receipt
inner join raw.json_record as record on record.receipt_id = receipt.receipt_id
where receipt.kind = 'configuration'
group by receipt.sha256;

comment on table mart.configuration is 'One recorded configuration. Which terms, calendar, passes and own files did its runs have?';
comment on column mart.configuration.configuration_sha256 is 'SHA-256 of the recorded text; runs refer to it (mart.run).';
comment on column mart.configuration.first_used_at is 'When it was recorded first.';
comment on column mart.configuration.is_in_force is 'Whether it is the one that was recorded last.';
comment on column mart.configuration.program_version is 'Version of the program that recorded it.';
comment on column mart.configuration.rules_sha256 is 'SHA-256 of the SQL with which that version computes figures.';
comment on column mart.configuration.content is 'What changes verdicts, as JSON: the company without secrets, addresses, paths and limits, rules for decisions, match passes, own SQL files, and the holidays in effect.';

-- statement: reconciliation
-- grain: one reconciliation
-- key: reconciliation
-- reads: recon.reconciliation
create or replace view mart.reconciliation as
select
  reconciliation, title as reconciliation_title, kind, left_title as left_label, right_title as right_label, grain, meaning, what_to_do, list_order, origin,
  origin <> 'shipped' as is_own
from recon.reconciliation;

comment on view mart.reconciliation is 'One reconciliation of the last run. What is compared with what, and where does the rule come from?';
comment on column mart.reconciliation.reconciliation is 'Name of the reconciliation, the same as of its file.';
comment on column mart.reconciliation.kind is 'control: two totals that must agree; match: two sets of records.';
comment on column mart.reconciliation.grain is 'What one item is.';
comment on column mart.reconciliation.meaning is 'Meaning of a break.';
comment on column mart.reconciliation.what_to_do is 'Recommended action on a break.';
comment on column mart.reconciliation.origin is 'shipped, or the user''s own file, from the folder of the configuration.';
comment on column mart.reconciliation.is_own is 'Whether it is the user''s own.';
