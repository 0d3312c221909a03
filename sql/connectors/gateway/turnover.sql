-- grain: one direction of one turnover answer
-- key: file_id, direction
-- reads: raw.json_record, raw.receipt, staging.currency
create or replace macro staging.turnover(the_first, the_last) as table (
  with
  answer as (
    select record.file_id, record.body, receipt.company, receipt.currency, receipt.zone, receipt.window_from, receipt.received_at
    from raw.json_record as record
    inner join raw.receipt as receipt on receipt.file_id = record.file_id
    where record.file_id between the_first and the_last
  ),
  side as (
    select answer.*, 'incoming' as direction, body -> '$.incoming' as totals from answer
    union all by name
    select answer.*, 'outgoing' as direction, body -> '$.outgoing' as totals from answer
  )
  select
    side.file_id,
    side.company,
    side.currency,
    cast(timezone(side.zone, side.window_from) as date) as business_date,
    side.direction,
    staging.major_from_minor(side.totals ->> '$.turnover', currency.exponent) as amount,
    staging.major_from_minor(side.totals ->> '$.fee_sell', currency.exponent) as fee,
    try_cast(side.totals ->> '$.count.all' as bigint) as payment_count,
    side.received_at as known_from
  from side
  left join staging.currency as currency on currency.currency = side.currency
  order by side.file_id, side.direction
);
