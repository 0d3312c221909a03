-- Keeps the rows whose figures are the sums of their lines: no facts, and no rejected rows. Reads summary_proof.
insert into raw.summary_row
select $file_id, line_no, label, variant || ' ' || scope
from summary_proof
where is_proven and not is_unknown
