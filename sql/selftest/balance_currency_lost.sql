-- fires: control register | not_made | gateway_balance
-- corrupts: an answer with the gateway's balances has lost a currency
delete from core.gateway_balance
where company = $company and (currency, balance_at) = (
  select (reading.currency, reading.balance_at)
  from core.gateway_balance as reading
  inner join core.company as company on company.company = reading.company
  where reading.company = $company and reading.balance <> 0
    and reading.balance_at > timezone(company.zone, $period_start::timestamp)
    and reading.balance_at < timezone(company.zone, $period_end::timestamp)
  order by reading.balance_at desc, reading.currency
  limit 1
)
