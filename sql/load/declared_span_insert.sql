-- Adds what a person declares about the days that a file covers.
insert into core.declared_span
select file_id, company, kind, sha256, first_day, last_day, author, declared_at
from staging.declared_span($file_id)
where is_understood
