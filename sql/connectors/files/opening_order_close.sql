-- Ends the orders of an earlier take-on file that no file of orders has reported since.
update core.merchant_order
set known_to = (select received_at from raw.receipt where file_id = $file_id)
where known_to is null
  and company = (select company from raw.receipt where file_id = $file_id)
  and file_id in (select earlier.file_id from raw.receipt as earlier where earlier.kind = 'opening_items')
