-- grain: one company with a payout account
-- key: company
-- reads: core.payout_account, core.payout_movement
-- A payout names no currency: it has that of the account or, where no account could be read, of the latest ledger record.
create or replace view core.payout_currency as
select
  company,
  coalesce(arg_max(currency, file_id) filter (is_account), arg_max(currency, file_id)) as currency
from (
  select company, currency, file_id, true as is_account from core.payout_account
  union all
  select company, currency, file_id, false from core.payout_movement
)
group by company;
