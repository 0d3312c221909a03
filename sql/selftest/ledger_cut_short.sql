-- fires: check input_day
-- corrupts: the last page of the payout ledger is missing
update raw.receipt set is_last_page = false
where company = $company and kind in (
  select kind from core.company_input where company = $company and input = 'payout_movements'
)
