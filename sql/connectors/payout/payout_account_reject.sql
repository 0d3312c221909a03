-- Keeps the payout accounts that were rejected, with the reason.
insert into staging.rejected_row
select file_id, record_no, reject_code, 'Account rejected: ' || replace(reject_code, '_', ' ') || '.', null, null
from staging.payout_account($file_id, $last_file_id)
where reject_code is not null
