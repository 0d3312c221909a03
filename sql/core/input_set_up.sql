-- The inputs that a company has set up: those that its connectors require of each day, the agreed fees of its configuration
-- and the opening balances, which no day needs again, and a reserve where anything was withheld.
-- grain: one company and input
-- key: company, input
-- is_daily: whether a day must be covered by it
-- reads: core.company_input, core.fee_rule, core.balance_not_offered, core.opening_item, core.gateway_balance, core.payment
create or replace view core.input_set_up as
select distinct company, input, true as is_daily
from core.company_input
where is_configured and coverage is not null
  and not (input = 'balance' and company in (select not_offered.company from core.balance_not_offered as not_offered))
union all
select distinct company, 'fee_schedule', false
from core.fee_rule
union all
select distinct company, 'opening_items', false
from core.opening_item
where known_to is null and item = 'balance'
union all
select company, 'reserve', false
from (
  select company from core.gateway_balance where reserved <> 0
  union
  select company from core.payment where withheld <> 0
);
