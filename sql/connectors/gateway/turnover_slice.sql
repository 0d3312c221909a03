-- grain: one direction of one answer about a part of a day's turnover
-- key: file_id, direction
-- reads: staging.turnover, raw.receipt
create or replace macro staging.turnover_slice(the_first, the_last) as table (
  select
    turnover.company,
    turnover.currency,
    turnover.business_date,
    turnover.direction,
    receipt.window_from,
    receipt.window_to,
    staging.filter_values(receipt.request_query, 'payment_method') as methods,
    staging.filter_values(receipt.request_query, 'product') as products,
    staging.filter_values(receipt.request_query, 'flow') as flows,
    turnover.amount,
    turnover.fee,
    turnover.payment_count,
    turnover.file_id
  from staging.turnover(the_first, the_last) as turnover
  inner join raw.receipt as receipt on receipt.file_id = turnover.file_id
  order by turnover.file_id, turnover.direction
);
