-- fires: gateway_balance
-- corrupts: the gateway's last balance is one cent more
update core.gateway_balance set balance = balance + 0.01
where company = $company
  and balance_at = (
    select max(balance_at) from core.gateway_balance where company = $company and balance_at <= (
      select timezone(zone, $period_end::timestamp) from core.company where company = $company
    )
  )
