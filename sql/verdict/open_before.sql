-- statement: open_before_clear
-- Deletes what was open before the company's previous run.
delete from recon.open_before;

-- statement: open_before_note
-- Records what is open before this run changes anything: after the run each of these items must be open or closed.
insert into recon.open_before
select run.run_id, break_life.break_id, break_life.currency, break_life.business_date, break_life.reconciliation,
  break_life.outcome, break_life.amount
from recon.break_life as break_life
cross join recon.run as run
where run.run_id = $run_id and break_life.closed_on is null;
