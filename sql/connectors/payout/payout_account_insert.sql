-- Adds readings of the payout accounts.
insert into core.payout_account by name
select company, account_id, currency, status, approvals_needed, send_fee as payout_fee, send_fee_type as payout_fee_type, verification_fee, verification_fee_type,
  convertible_balance, current_balance, updated_at, observed_at, file_id, record_no
from staging.payout_account($file_id, $last_file_id)
where reject_code is null
