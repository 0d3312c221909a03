-- The terms of a company's configuration, by name. A term that the configuration does not give is null. Terms that may change on a
-- day have views of their own (core.settlement_term, core.reserve_term).
-- grain: one company
-- key: company
-- reads: core.company, core.company_setting
create or replace view core.company_terms as
select
  company.company,
  company.zone,
  coalesce(max(setting.value) filter (setting.name = 'deposits_are'), 'disbursements') as deposits_are,
  max(setting.value) filter (setting.name = 'deposit_text') as deposit_text,
  -- without one, and before the first settlement, nothing says by when payments are settled
  coalesce(bool_or(setting.name = 'settlement_most_days'), false) as has_settlement_term,
  coalesce(max(setting.value) filter (setting.name = 'approval_deadline'), 'later_of_both') as approval_deadline,
  max(setting.value) filter (setting.name = 'starts_on')::date as starts_on,
  coalesce(max(setting.value) filter (setting.name = 'earliest_day'), '2000-01-01')::date as earliest_day,
  coalesce(max(setting.value) filter (setting.name = 'days_ahead'), '2')::integer as days_ahead
from core.company as company
left join core.company_setting as setting on setting.company = company.company
group by company.company, company.zone;
