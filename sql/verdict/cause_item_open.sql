-- Adds the open items of this run to what the causes are computed from.
insert into recon.cause_item by name
select difference.* exclude (run_id), break_life.first_seen_on
from recon.open_difference as difference
inner join recon.break_life as break_life on break_life.break_id = difference.break_id
where difference.run_id = $run_id
