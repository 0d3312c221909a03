-- Keeps a decision that belongs to another company, or has the id of another decision, with the reason.
insert into staging.rejected_row
select
  file_id,
  1,
  problem,
  case problem
    when 'decision_of_another_company' then format('The record ({} by {}) belongs to another company.', decision, author)
    else format('The record ({} by {}) has the id of an earlier decision with another content.', decision, author)
  end,
  raw_text,
  null
from staging.decision($file_id)
where problem is not null
