-- Adds a decision, once.
insert into recon.decision by name
select incoming.* exclude (problem, raw_text)
from staging.decision($file_id) as incoming
where problem is null
  and not exists (select 1 from recon.decision as known where known.decision_id = incoming.decision_id)
