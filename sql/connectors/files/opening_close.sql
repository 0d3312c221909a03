-- Ends what an earlier take-on file brought forward: the newest file is the whole of it.
update core.opening_item
set known_to = (select received_at from raw.receipt where file_id = $file_id)
where known_to is null and company = (select company from raw.receipt where file_id = $file_id)
