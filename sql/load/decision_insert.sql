-- Adds a decision, once.
insert into recon.decision
select
  decision_id, company, break_id, coalesce(reconciliation, ''), coalesce(item_key, ''), decision, coalesce(reason_code, ''), note, author,
  decided_at, expires_on, evidence, coalesce(outcome, ''), left_amount, right_amount, right_minus_left, matched_with, parts, needs_second,
  undoes, approves, file_id
from staging.decision($file_id) as incoming
where is_understood
  and not exists (select 1 from recon.decision as known where known.decision_id = incoming.decision_id)
