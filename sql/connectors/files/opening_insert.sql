-- Adds what a take-on file brings forward. Reads incoming.
insert into core.opening_item by name
select company, item, item_id, reference, occurred_on, currency, amount, fee, file_id, line_no, known_from, null as known_to
from incoming
where reject_code is null
