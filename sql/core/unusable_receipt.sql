-- The receipts that do not count as received, so that the next run asks for them again: what was refused, what has a rejected
-- record (with every page of its list), a balance that lost a currency, and the answers of services on which a control total
-- of the period rests that is out of balance and undecided.
-- grain: one receipt
-- key: file_id
-- reads: raw.receipt, staging.rejected_row, core.company_input, core.balance_lost
create or replace macro core.unusable_receipt(the_company, period_start, period_end) as table (
  with
  rejected as (
    select distinct file_id
    from staging.rejected_row
    where reason_code not in ('summary_row', 'header_repeated', 'item_row', 'text_row', 'not_signed')
  ),
  bad as (
    select receipt.file_id, receipt.kind, receipt.batch_id, receipt.sha256, receipt.window_from, receipt.window_to
    from raw.receipt as receipt
    left join rejected on rejected.file_id = receipt.file_id
    left join core.balance_lost as lost on lost.file_id = receipt.file_id
    where receipt.company = the_company
      and (receipt.load_status = 'refused' or rejected.file_id is not null or lost.file_id is not null)
  )
  select file_id from bad
  union
  -- the other pages of the list, and what was received again with the same content
  select other.file_id
  from raw.receipt as other
  inner join bad
    on bad.kind = other.kind
    and (
      bad.batch_id = other.batch_id
      or (
        other.load_status = 'repeated' and bad.sha256 = other.sha256 and bad.window_from = other.window_from
        and bad.window_to = other.window_to
      )
    )
  where other.company = the_company
);
