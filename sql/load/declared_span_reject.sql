-- Keeps a declaration that cannot be read, with the reason.
insert into staging.rejected_row
select file_id, 1, 'declaration_unreadable', 'The declaration has no author, no file or no days.', raw_text, null
from staging.declared_span($file_id)
where not is_understood
