-- Keeps a payout account that was rejected, with the reason.
insert into staging.rejected_row
select file_id, record_no, reject_code, 'Account rejected: ' || replace(reject_code, '_', ' ') || '.', null, null
from staging.payout_account($file_id)
where reject_code is not null
