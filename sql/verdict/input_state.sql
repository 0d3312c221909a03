-- Writes how the inputs of each day of a run are; the control register rests on it.
insert into recon.input_state by name
select $run_id as run_id, input_day.*
from recon.input_day(
  (select company from recon.run where run_id = $run_id), (select period_start from recon.run where run_id = $run_id),
  (select period_end from recon.run where run_id = $run_id)
) as input_day
semi join recon.run_day as run_day on run_day.run_id = $run_id and run_day.business_date = input_day.business_date
