-- statement: decision_reject
-- Keeps a decision that belongs to another company, or has the id of another decision, with the reason.
insert into staging.rejected_row
select
  receipt_id,
  1,
  problem,
  case problem
    when 'decision_of_another_company' then format('The record ({} by {}) belongs to another company.', decision, author)
    else format('The record ({} by {}) has the id of an earlier decision with another content.', decision, author)
  end,
  raw_text,
  null
from staging.decision($receipt_id)
where problem is not null;

-- statement: decision_insert
-- Adds a decision, once.
insert into recon.decision by name
select incoming.* exclude (problem, raw_text)
from staging.decision($receipt_id) as incoming
where problem is null
  and not exists (select 1 from recon.decision as known where known.decision_id = incoming.decision_id);
