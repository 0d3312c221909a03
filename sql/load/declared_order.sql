-- The rows of the order file that a person declares to be whole, as they were loaded.
create or replace temp table incoming as
from staging.merchant_order(
  (select file_id from raw.receipt where file_id = core.replacing_file($file_id) and kind = 'orders'), $zone
)
