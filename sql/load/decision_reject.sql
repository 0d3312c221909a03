-- Keeps a decision that cannot be read, with the reason.
insert into staging.rejected_row
select file_id, 1, 'decision_unreadable', 'The decision has no author, no time or no subject.', raw_text, null
from staging.decision($file_id)
where not is_understood
