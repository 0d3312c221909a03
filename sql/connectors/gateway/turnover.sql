-- statement: turnover
-- grain: one direction of one turnover answer
-- key: receipt_id, direction
-- reads: raw.json_record, raw.receipt, staging.currency
create or replace macro staging.turnover(the_first, the_last) as table (
  with
  answer as (
    select record.receipt_id, record.body, receipt.currency, receipt.zone, receipt.window_from, receipt.received_at
    from raw.json_record as record
    inner join raw.receipt as receipt on receipt.receipt_id = record.receipt_id
    where record.receipt_id between the_first and the_last
  ),
  side as (
    select answer.*, 'incoming' as direction, body -> '$.incoming' as totals from answer
    union all by name
    select answer.*, 'outgoing' as direction, body -> '$.outgoing' as totals from answer
  )
  select
    side.receipt_id,
    side.currency,
    cast(timezone(side.zone, side.window_from) as date) as business_date,
    side.direction,
    staging.major_from_minor(side.totals ->> '$.turnover', currency.exponent) as amount,
    staging.major_from_minor(side.totals ->> '$.fee_sell', currency.exponent) as fee,
    try_cast(side.totals ->> '$.count.all' as bigint) as payment_count,
    side.received_at as known_from
  from side
  left join staging.currency as currency on currency.currency = side.currency
  order by side.receipt_id, side.direction
);

-- statement: turnover_reject
-- Keeps turnover answers that were rejected, with the reason.
insert into staging.rejected_row
select receipt_id, 1, 'turnover_unreadable', 'The turnover answer has no total or count, or its currency is unknown.', null, business_date
from staging.turnover($receipt_id, $last_receipt_id)
where amount is null or fee is null or payment_count is null;

-- statement: turnover_insert
-- Adds the totals of turnover answers.
insert into core.turnover
select currency, business_date, direction, amount, fee, payment_count, receipt_id, known_from
from staging.turnover($receipt_id, $last_receipt_id)
where amount is not null and fee is not null and payment_count is not null;

-- statement: turnover_slice
-- grain: one direction of one answer about a part of a day's turnover
-- key: receipt_id, direction
-- reads: staging.turnover, raw.receipt
create or replace macro staging.turnover_slice(the_first, the_last) as table (
  select
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
    turnover.receipt_id
  from staging.turnover(the_first, the_last) as turnover
  inner join raw.receipt as receipt on receipt.receipt_id = turnover.receipt_id
  order by turnover.receipt_id, turnover.direction
);

-- statement: turnover_slice_insert
-- Adds the totals of answers about parts of a day's turnover. They only help to locate a difference, so an answer with a
-- missing total is left out and does not make the day incomplete.
insert into core.turnover_slice
select currency, business_date, direction, window_from, window_to, methods, products, flows, amount, fee, payment_count, receipt_id
from staging.turnover_slice($receipt_id, $last_receipt_id)
where amount is not null and fee is not null and payment_count is not null;
