-- The refused files whose content a run removes, so that the content of refused files is no larger than a limit in bytes: first of
-- those that something has replaced, then of the oldest. Content that another receipt has too is not refused; what is damaged on this
-- machine may be restored; records of our own are kept.
-- grain: one receipt
-- key: file_id
-- reads: raw.receipt, core.refused_receipt
create or replace macro core.quarantine_excess(the_company, the_limit) as table (
  with
  content as (
    select
      receipt.sha256,
      receipt.ext,
      max(receipt.bytes) as bytes,
      max(receipt.file_id) as newest_id,
      bool_and(refused.file_id is null) as is_replaced
    from raw.receipt as receipt
    left join core.refused_receipt as refused on refused.file_id = receipt.file_id
    where receipt.company = the_company and not receipt.is_removed
    group by receipt.sha256, receipt.ext
    having bool_and(
        receipt.load_status = 'refused' and receipt.load_code is distinct from 'RECIPIENT_UNKNOWN'
        and not starts_with(receipt.load_code, 'LANDING_OBJECT_') and receipt.source not in ('run', receipt.kind)
      )
      and max(receipt.bytes) > 0
  ),
  summed as (
    select
      sha256,
      ext,
      sum(bytes) over (order by is_replaced, newest_id desc rows unbounded preceding) as bytes_so_far
    from content
  )
  select receipt.file_id, receipt.load_code, receipt.load_message, receipt.load_remedy, receipt.load_line
  from summed
  inner join raw.receipt as receipt on receipt.sha256 = summed.sha256 and receipt.ext = summed.ext
  where summed.bytes_so_far > the_limit and receipt.company = the_company and not receipt.is_removed
  order by receipt.file_id
);
