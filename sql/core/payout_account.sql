-- statement: payout_account_reading
-- The accounts of a payout service, grouped by currency: a ledger record names a currency but no account, so one ledger
-- explains the balances of all accounts in that currency. A list is a reading of a group only if it has every account of the
-- group that was known by then; if an account is missing from it, the group has no balance.
-- grain: one group of payout accounts in one list of accounts
-- key: company, currency, receipt_id
-- subject: what people call the group
-- reads: core.payout_account, core.company, raw.receipt
create or replace view core.payout_account_reading as
with
account as (
  select company, account_id, arg_max(currency, receipt_id) as currency, min(observed_at) as first_seen_at
  from core.payout_account
  group by company, account_id
),
account_group as (
  select
    company,
    currency,
    case when count(*) = 1 then 'account ' else 'accounts ' end || string_agg(account_id::text, ', ' order by account_id) as subject
  from account
  group by company, currency
),
-- the pages of one list are one reading
listed as (
  select
    reading.company,
    account.currency,
    max(reading.receipt_id) as receipt_id,
    max(reading.observed_at) as observed_at,
    sum(reading.current_balance) as current_balance,
    count(distinct reading.account_id) as account_count
  from core.payout_account as reading
  inner join account on account.company = reading.company and account.account_id = reading.account_id
  inner join raw.receipt as receipt on receipt.receipt_id = reading.receipt_id
  group by reading.company, account.currency, coalesce(receipt.batch_id, reading.receipt_id::text)
)
select
  listed.company,
  listed.currency,
  account_group.subject,
  company.zone,
  listed.receipt_id,
  listed.observed_at,
  listed.current_balance::decimal(38, 4) as current_balance
from listed
inner join core.company as company on company.company = listed.company
inner join account_group on account_group.company = listed.company and account_group.currency = listed.currency
where listed.account_count = (
  select count(*)
  from account
  where account.company = listed.company and account.currency = listed.currency and account.first_seen_at <= listed.observed_at
);

-- statement: recipient_looked_up
-- The recipients that were looked up by their id: the service answered with their record, or that it does not know them.
-- Nothing is known yet about a recipient that is in no list and was not looked up. A number below 1 belongs to no recipient and
-- is not looked up.
-- grain: one recipient
-- key: company, recipient_id
-- reads: raw.receipt, core.company_input
create or replace view core.recipient_looked_up as
select distinct receipt.company, try_cast(regexp_extract(receipt.request_path, '/(-?\d+)$', 1) as bigint) as recipient_id
from raw.receipt as receipt
inner join core.company_input as input
  on input.company = receipt.company and input.kind = receipt.kind and input.input = 'recipients'
where receipt.page is null
  and (receipt.load_status in ('loaded', 'repeated') or receipt.load_code = 'RECIPIENT_UNKNOWN')
  and regexp_matches(receipt.request_path, '/-?\d+$');

-- statement: account_digits
-- The digits of an account number; null where some of it is masked, so that it can be compared with no other number.
create or replace macro core.account_digits(account_number) as (
  case
    when not regexp_matches(account_number, '[*#•●…]|[xX]{3}') then regexp_replace(account_number, '[^0-9]', '', 'g')
  end
);
