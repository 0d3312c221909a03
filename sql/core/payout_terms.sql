-- The terms of each payout account, by the lists of accounts that were read. Terms may have begun just after the reading before, and
-- may have ended just before the next one, so that between two readings those of either may have been in force. They end with the
-- first list that no longer has the account. The first terms that were read are as old as the last change of the account; those
-- before it are unknown, which a row without figures says. An account that came later had no terms before.
-- grain: the terms of one payout account in one reading, or its unknown terms before the first one
-- key: company, account_id, possible_from
-- reads: core.payout_account, core.list_reading
create or replace view core.payout_terms as
with
reading as (
  select
    *,
    least(updated_at, observed_at) as unchanged_since,
    min(observed_at) over (partition by company, account_id) as account_first_at,
    min(observed_at) over (partition by company) as company_first_at
  from core.payout_account
  qualify row_number() over (partition by company, account_id, observed_at order by file_id desc, record_no) = 1
),
dated as (
  select
    *,
    coalesce(lag(observed_at) over account, unchanged_since) as possible_from,
    lead(observed_at) over account as read_again_at,
    (
      select min(list_reading.read_at)
      from core.list_reading as list_reading
      where list_reading.company = reading.company and list_reading.list = 'payout_accounts' and list_reading.is_new
        and list_reading.read_at > reading.observed_at
        and not exists (
          select 1 from core.payout_account as still
          where still.company = reading.company and still.account_id = reading.account_id and still.observed_at = list_reading.read_at
        )
    ) as left_list_at
  from reading
  window account as (partition by company, account_id order by observed_at)
)
select
  company,
  account_id,
  currency,
  observed_at,
  payout_fee,
  payout_fee_type,
  verification_fee,
  verification_fee_type,
  approvals_needed,
  possible_from,
  coalesce(least(read_again_at, left_list_at), timestamptz '9999-12-31 00:00:00+00') as possible_until
from dated
union all by name
select
  company,
  account_id,
  currency,
  observed_at,
  timestamptz '0001-01-01 00:00:00+00' as possible_from,
  unchanged_since - interval 1 microsecond as possible_until
from dated
where observed_at = account_first_at and account_first_at = company_first_at and unchanged_since > timestamptz '0001-01-01 00:00:00+00';
