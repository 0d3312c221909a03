-- statement: compared_record
-- The statement of record with which a statement in the second format is compared: the newest statement for the same window, unless its
-- lines are kept already.
select record.receipt_id, record.sha256
from raw.receipt as receipt
inner join raw.receipt as record
  on record.kind = 'statement' and record.load_status = 'loaded' and record.currency is not distinct from receipt.currency
  and record.window_from = receipt.window_from and record.window_to = receipt.window_to
where receipt.receipt_id = $receipt_id
qualify row_number() over (order by record.receipt_id desc) = 1 and record.receipt_id not in (select receipt_id from core.compared_line);

-- statement: compared_line_insert
-- Keeps the lines of a statement for the comparison of two formats: those of a statement in the second format, and those of
-- a statement of record whose second format arrived before it. Reads incoming, which the load step fills.
insert into core.compared_line
select
  receipt_id, line_no, payment_key, payment_id, occurrence, kind, direction, currency, amount, fee, net_amount, reference,
  related_to, status, is_money_moved, method, product, flow, country, created_at, paid_at, settled_at, business_date, reject_reason
from incoming
where coalesce(reject_code, '') not in ('summary_row', 'header_repeated')
  and exists (
    select 1
    from raw.receipt as receipt
    inner join raw.receipt as comparison
      on comparison.kind = 'statement_comparison'
      and comparison.currency is not distinct from receipt.currency and comparison.window_from = receipt.window_from
      and comparison.window_to = receipt.window_to
    where receipt.receipt_id = $receipt_id and (comparison.load_status = 'loaded' or comparison.receipt_id = receipt.receipt_id)
  );
