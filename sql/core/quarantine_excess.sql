-- The refused files whose content a run removes, so that refused content is no larger than a limit in bytes: first of what is larger by
-- itself, then of what something has replaced, then of the oldest. Only what was received as an input counts, and only content that
-- no receipt needs: an own file that nothing has replaced is read again once the configuration is mended, and what is damaged on this
-- machine may be restored.
-- grain: one receipt
-- key: file_id
-- reads: raw.receipt, core.refused_receipt, core.company_input
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
    left join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
    where receipt.company = the_company and not coalesce(receipt.is_removed, false)
    group by receipt.sha256, receipt.ext
    having bool_and(coalesce(
        receipt.load_status = 'refused' and receipt.load_code <> 'RECIPIENT_UNKNOWN'
        and not starts_with(receipt.load_code, 'LANDING_OBJECT_') and input.kind is not null
        and (receipt.request_path is not null or refused.file_id is null),
        false
      ))
      and max(receipt.bytes) > 0
  ),
  summed as (
    select
      sha256,
      ext,
      sum(bytes) over (order by bytes > the_limit, is_replaced, newest_id desc rows unbounded preceding) as bytes_so_far
    from content
  )
  select receipt.file_id, receipt.sha256, receipt.load_code, receipt.load_message, receipt.load_remedy, receipt.load_line
  from summed
  inner join raw.receipt as receipt on receipt.sha256 = summed.sha256 and receipt.ext = summed.ext
  where summed.bytes_so_far > the_limit and receipt.company = the_company and not coalesce(receipt.is_removed, false)
  order by receipt.file_id
);
