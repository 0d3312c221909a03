-- When a file is loaded again because a new key arrived, its rejected lines are already kept.
delete from staging.rejected_row
where file_id = $file_id
  and exists (
    select 1
    from raw.receipt as receipt
    inner join raw.receipt as earlier
      on earlier.company = receipt.company and earlier.kind = receipt.kind and earlier.sha256 = receipt.sha256
      and earlier.file_id < receipt.file_id and earlier.load_status = 'loaded'
    where receipt.file_id = $file_id
  )
