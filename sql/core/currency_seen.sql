-- Every currency that any input of a company names. A currency that the configuration does not name has money that nothing
-- reconciles. A balance of zero names no currency: the gateway lists the wallets that a company could use.
-- grain: one company and currency
-- key: company, currency
-- inputs: the inputs that name it
-- reads: core.company, core.payment, core.turnover, core.gateway_balance, core.payout_account, core.payout_movement,
-- core.merchant_order, core.bank_line, core.callback
create or replace view core.currency_seen as
with seen as (
  select company, currency, 'statement' as input, min(business_date) as seen_on from core.payment group by company, currency
  union all
  select company, currency, 'turnover', min(business_date) from core.turnover
  where payment_count <> 0 or amount <> 0
  group by company, currency
  union all
  -- the reading of midnight closes the day before
  select reading.company, reading.currency, 'balance', min(cast(timezone(company.zone, reading.balance_at - interval 1 second) as date))
  from core.gateway_balance as reading
  inner join core.company as company on company.company = reading.company
  where reading.balance <> 0 or reading.reserved <> 0 or reading.pending_outgoing <> 0
  group by reading.company, reading.currency
  union all
  select account.company, account.currency, 'payout_accounts', min(cast(timezone(company.zone, account.observed_at) as date))
  from core.payout_account as account
  inner join core.company as company on company.company = account.company
  group by account.company, account.currency
  union all
  select company, currency, 'payout_movements', min(business_date) from core.payout_movement group by company, currency
  union all
  select company, currency, 'orders', min(business_date) from core.merchant_order group by company, currency
  union all
  select company, currency, 'bank', min(booked_on) from core.bank_line group by company, currency
  union all
  select company, currency, 'callbacks', min(business_date) from core.callback where currency is not null group by company, currency
)
select
  seen.company,
  seen.currency,
  min(seen.seen_on) as first_seen_on,
  list(seen.input order by seen.seen_on, seen.input) as inputs,
  coalesce(list_contains(any_value(company.currencies), seen.currency), false) as is_configured
from seen
inner join core.company as company on company.company = seen.company
where seen.currency is not null
group by seen.company, seen.currency;
