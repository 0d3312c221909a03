-- fires: restatements
-- corrupts: the days of the last statement were reconciled before it arrived
insert into recon.run
select -1, $company, $period_start::date, $period_end::date, max(file_id) - 1, max_by(received_at, file_id) - interval 1 second, $period_end::date
from raw.receipt
where company = $company and kind = 'statement' and load_status = 'loaded' and window_to is not null
having count(*) > 0
