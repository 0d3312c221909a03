-- Notes the days that a run judged with a whole statement: the statement and the turnover cover the day, no row of theirs was
-- rejected, and they agree or their difference is decided. A line that changes later is a restatement.
insert into recon.judged_day
select control.run_id, control.company, control.currency, control.business_date, run.known_at
from recon.control as control
inner join recon.run as run on run.run_id = control.run_id
where control.run_id = $run_id and control.control = 'statement_to_turnover' and (control.state = 'balanced' or control.is_decided)
