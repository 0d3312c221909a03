-- The terms of each payout account, by the lists of accounts that were read. Terms may have begun just after the reading before, and
-- may have ended just before the next one, so that between two readings those of either may have been in force.
-- grain: one reading of one payout account
-- key: company, account_id, observed_at
-- reads: core.payout_account
create or replace view core.payout_terms as
select
  company,
  account_id,
  currency,
  observed_at,
  payout_fee,
  payout_fee_type,
  verification_fee,
  -- a reading that an earlier version loaded has no type: every such fee was flat to it
  coalesce(verification_fee_type, 'flat') as verification_fee_type,
  approvals_needed,
  coalesce(lag(observed_at) over account, timestamptz '0001-01-01 00:00:00+00') as possible_from,
  coalesce(lead(observed_at) over account, timestamptz '9999-12-31 00:00:00+00') as possible_until
from (
  select *
  from core.payout_account
  qualify row_number() over (partition by company, account_id, observed_at order by file_id desc, record_no) = 1
) as reading
window account as (partition by company, account_id order by observed_at);
