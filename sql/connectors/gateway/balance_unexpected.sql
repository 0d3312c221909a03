-- Counts the figures of balance readings that do not follow from each other as in other answers.
insert into raw.unexpected
select file_id, 'balance', currency || '.' || unexpected, null, 1
from staging.gateway_balance($file_id, $last_file_id)
where unexpected is not null
