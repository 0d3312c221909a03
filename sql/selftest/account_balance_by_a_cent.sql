-- fires: payout_roll_forward
-- corrupts: the payout account holds one cent more
update core.payout_account set current_balance = current_balance + 0.01
where company = $company
  and observed_at = (
    select min(observed_at) from core.payout_account
    where company = $company and observed_at >= (select timezone(zone, $period_end::timestamp) from core.company where company = $company)
  )
