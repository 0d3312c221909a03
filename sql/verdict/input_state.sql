-- statement: input_state
-- Writes the state of the inputs of each day of a run, on which the control register is based.
insert into recon.input_state by name
select $run_id as run_id, input_day.*
from recon.input_day(
  (select period_start from recon.run where run_id = $run_id), (select period_end from recon.run where run_id = $run_id)
) as input_day
semi join recon.run_day as run_day on run_day.run_id = $run_id and run_day.business_date = input_day.business_date;

-- statement: lost_open_items
-- A day with a lost open item has a control that was not made: what was carried forward to it is unknown.
insert into recon.control
select
  $run_id,
  currency,
  business_date,
  'open_items' as control,
  '' as subject,
  'Open items carried forward' as title,
  'not_made' as state,
  false as is_decided,
  null as difference,
  core.say('control-items_lost', { items: count(*), problem: min(problem) }) as reason,
  core.say('control-rebuild', null) as what_to_do,
  'open_items' as input,
  null as due_on
from recon.continuity()
group by currency, business_date;

-- statement: whole_statement_day
-- Records the days that a run judged with a whole statement: the statement and the turnover cover the day, none of their rows
-- was rejected, and they agree or their difference is decided. A line that changes later is a restatement.
insert into recon.whole_statement_day
select control.run_id, control.currency, control.business_date, run.known_at
from recon.control as control
inner join recon.run as run on run.run_id = control.run_id
where control.run_id = $run_id and control.control = 'statement_to_turnover' and (control.state = 'balanced' or control.is_decided);
