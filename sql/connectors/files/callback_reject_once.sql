-- The rejected lines of a file that was loaded again, because a key arrived, belong to its newest receipt alone: a file
-- that a later one replaces makes no day incomplete.
delete from staging.rejected_row
where file_id in (
  select earlier.file_id
  from raw.receipt as receipt
  inner join raw.receipt as earlier
    on earlier.company = receipt.company and earlier.kind = receipt.kind and earlier.sha256 = receipt.sha256
    and earlier.file_id < receipt.file_id and earlier.load_status = 'loaded'
  where receipt.file_id = $file_id
)
