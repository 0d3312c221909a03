-- Ends the payments and deposits of an earlier take-on file that no statement has reported since.
update core.payment
set known_to = (select received_at from raw.receipt where file_id = $file_id)
where known_to is null
  and company = (select company from raw.receipt where file_id = $file_id)
  and file_id in (select earlier.file_id from raw.receipt as earlier where earlier.kind = 'opening_items')
