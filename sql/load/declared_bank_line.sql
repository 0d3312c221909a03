-- The lines of the bank file that a person declares to be whole, as they were loaded.
create or replace temp table incoming as
from staging.bank_line(
  (select file_id from raw.receipt where file_id = core.replacing_file($file_id) and kind = 'bank_statement'), $zone
)
