-- fires: check input_missing
-- corrupts: the last page of the ledger was never read
update raw.receipt set is_last_page = false where company = $company and kind = (
  select receipt_kind from staging.payout_list where list = 'payout_movements'
)
