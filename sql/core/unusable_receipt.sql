-- The receipts that do not count as received, so that the next run asks for them again: what does not satisfy its need by its content
-- (core.unusable_answer), a statement of which the answer to the request was refused, and the gateway's answers on which a control
-- total of the period rests that is in doubt (core.doubted_answer).
-- grain: one receipt
-- key: file_id
-- reads: core.unusable_answer, core.doubted_answer, core.statement_requested, raw.receipt
create or replace macro core.unusable_receipt(the_company, period_start, period_end) as table (
  select file_id from core.unusable_answer where company = the_company
  union
  select file_id
  from core.doubted_answer
  where company = the_company and business_date >= period_start and business_date < period_end
  union
  -- the statement itself is good: the same content with a good answer to its request counts as received
  select receipt.file_id
  from raw.receipt as receipt
  inner join core.statement_requested as requested on requested.file_id = receipt.file_id
  where receipt.company = the_company and requested.refusal is not null
);
