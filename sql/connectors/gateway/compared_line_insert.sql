-- Keeps the lines of a statement for the comparison of two formats: those of a statement in the second format, and those of
-- a statement of record whose second format arrived before it. Reads incoming, which the load step fills.
insert into core.compared_line
select
  company, file_id, line_no, payment_key, payment_id, occurrence, kind, direction, currency, amount, fee, net_amount, reference,
  related_to, status, is_money_moved, method, product, flow, country, created_at, paid_at, settled_at, business_date, reject_reason
from incoming
where coalesce(reject_code, '') not in ('summary_row', 'header_repeated')
  and exists (
    select 1
    from raw.receipt as receipt
    inner join raw.receipt as comparison
      on comparison.kind = 'statement_comparison' and comparison.company = receipt.company
      and comparison.currency is not distinct from receipt.currency and comparison.window_from = receipt.window_from
      and comparison.window_to = receipt.window_to
    where receipt.file_id = $file_id and (comparison.load_status = 'loaded' or comparison.file_id = receipt.file_id)
  )
