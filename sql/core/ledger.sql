-- statement: ledger_account
-- The accounts of the general ledger that a company's configuration names.
-- grain: one account of one company
-- key: account
-- role: gateway, bank or payout
-- reads: core.company_setting
create or replace view core.ledger_account as
select
  regexp_extract(name, '^ledger_(.+)_accounts$', 1) as role,
  unnest(from_json(value, '["VARCHAR"]')) as account
from core.company_setting
where name in ('ledger_gateway_accounts', 'ledger_bank_accounts', 'ledger_payout_accounts');

-- statement: ledger_balance_now
-- The balances of the general ledger by role, as known now. A day on which an account of the role has no balance has no row, because
-- the balance of the role is then unknown. An account with balances in other currencies only is not needed in a currency.
-- grain: one role, currency and day
-- key: role, currency, balance_on
-- account_count: the accounts that were added up; receipt_id, line_no: the newest of their lines
-- reads: core.ledger_balance, core.ledger_account
create or replace view core.ledger_balance_now as
with
balance as (
  select account.role, known.account, known.currency, known.balance_on, known.balance, known.receipt_id, known.line_no
  from core.ledger_balance as known
  inner join core.ledger_account as account on account.account = known.account
  where known.known_to is null
),
role_currency as (
  select distinct role, currency
  from balance
),
account_currency as (
  select account, list(distinct currency) as currencies
  from balance
  group by account
),
needed as (
  select account.role, role_currency.currency, count(*) as account_count
  from core.ledger_account as account
  inner join role_currency on role_currency.role = account.role
  left join account_currency as known on known.account = account.account
  where known.currencies is null or list_contains(known.currencies, role_currency.currency)
  group by account.role, role_currency.currency
),
added as (
  select
    role,
    currency,
    balance_on,
    sum(balance)::decimal(38, 4) as balance,
    count(*) as account_count,
    max(receipt_id) as receipt_id,
    arg_max(line_no, (receipt_id, line_no)) as line_no
  from balance
  group by role, currency, balance_on
)
select
  added.role,
  added.currency,
  added.balance_on,
  added.balance,
  added.account_count,
  added.receipt_id,
  added.line_no
from added
inner join needed
  on needed.role = added.role and needed.currency = added.currency
  and needed.account_count = added.account_count;
