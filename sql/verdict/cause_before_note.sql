-- Records the cause of each open item before this run groups them again: a cause keeps its id.
insert into recon.cause_before by name
select break_id, company, cause_id
from recon.cause_member
where company = (select company from recon.run where run_id = $run_id) and not is_explained
