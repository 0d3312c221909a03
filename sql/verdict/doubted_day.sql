-- Notes the control totals that a run left in doubt: from the first such run on, the answers on which they rest are counted
-- (core.doubted_answer).
insert into recon.doubted_day
select distinct control.run_id, control.company, control.currency, control.business_date, control.control, null
from recon.control as control
inner join core.doubted_answer as answer
  on answer.company = control.company and answer.currency = control.currency and answer.business_date = control.business_date
  and answer.control = control.control
where control.run_id = $run_id
