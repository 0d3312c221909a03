-- Adds the open items of other days that are not there yet: in a warehouse of an earlier version these are all of them.
insert into recon.cause_item by name
with
missing as materialized (
  select break_life.break_id, break_life.first_seen_on
  from recon.break_life as break_life
  anti join recon.cause_item as known on known.break_id = break_life.break_id
  where break_life.company = (select company from recon.run where run_id = $run_id) and break_life.closed_on is null
)
select difference.* exclude (run_id), missing.first_seen_on
from missing
inner join recon.open_difference as difference on difference.break_id = missing.break_id
where exists (select 1 from missing)
