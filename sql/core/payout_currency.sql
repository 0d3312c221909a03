-- grain: one company with a payout account
-- key: company
-- reads: core.payout_account, core.payout_movement
-- A payout names no currency: it has that of the account or, where no account could be read, of the latest ledger record.
create or replace view core.payout_currency as
select
  company,
  -- of several currencies in one answer always the same one, so that a rebuild gives the same figures
  coalesce(arg_min(currency, (-file_id, currency)) filter (is_account), arg_min(currency, (-file_id, currency))) as currency
from (
  select company, currency, file_id, true as is_account from core.payout_account
  union all
  select company, currency, file_id, false from core.payout_movement
)
group by company;
