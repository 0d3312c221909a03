-- grain: one company
-- key: company
-- reads: core.company, core.gateway_mode, core.company_calendar
create or replace view publish.company as
select
  company.company,
  company.zone,
  gateway_mode.is_test,
  coalesce(calendar.description, 'Mondays to Fridays') as business_days
from core.company as company
left join core.gateway_mode as gateway_mode on gateway_mode.company = company.company
left join core.company_calendar as calendar on calendar.company = company.company;

create table if not exists mart.company as from publish.company limit 0;

comment on table mart.company is 'One company. Is its money real, and which days are its business days?';
comment on column mart.company.company is 'Company, as named in the configuration.';
comment on column mart.company.zone is 'IANA time zone, whose midnight is the cut-off of the business day.';
comment on column mart.company.is_test is 'Whether the gateway''s statements are of test mode: not real money. Null where no answer says it.';
comment on column mart.company.business_days is 'Calendar by which business days are counted.';
