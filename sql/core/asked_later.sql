-- The receipts that count as received as long as what they are for is not asked again: unusable ones, the other pages of a list, and
-- the statement of which the answer to the request was refused. The extractor compares asked_after with its clock; null is never.
-- grain: one receipt
-- key: file_id
-- reads: core.asked_again, raw.receipt
create or replace macro core.asked_later(the_company) as table (
  select receipt.file_id, min(asked.next_ask_at) as asked_after
  from core.asked_again as asked
  inner join raw.receipt as receipt
    on receipt.company = asked.company
    and (
      receipt.file_id = asked.file_id
      or (receipt.kind = asked.kind and receipt.batch_id = asked.batch_id)
      or (
        asked.kind = receipt.kind || '_request' and receipt.currency is not distinct from asked.currency
        and receipt.window_from = asked.window_from and receipt.window_to = asked.window_to
      )
    )
  where asked.company = the_company
  group by receipt.file_id
);
