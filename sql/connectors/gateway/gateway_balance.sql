-- grain: one currency of one reading of the gateway's balance
-- key: file_id, currency
-- reads: raw.json_record, raw.receipt, staging.currency
create or replace macro staging.gateway_balance(the_file_id) as table (
  with
  answer as (
    select
      record.file_id,
      receipt.company,
      coalesce(receipt.window_from, receipt.received_at) as balance_at,
      receipt.received_at,
      unnest(json_keys(record.body)) as currency,
      record.body
    from raw.json_record as record
    inner join raw.receipt as receipt on receipt.file_id = record.file_id
    where record.file_id = the_file_id
  ),
  reading as (
    select answer.*, json_extract(answer.body, '$."' || answer.currency || '"') as amounts, known.exponent
    from answer
    left join staging.currency as known on known.currency = answer.currency
  )
  select
    file_id,
    company,
    currency,
    balance_at,
    staging.major_from_minor(amounts ->> '$.balance', exponent) as balance,
    coalesce(staging.major_from_minor(amounts ->> '$.fee_sell', exponent), 0) as fee,
    coalesce(staging.major_from_minor(amounts ->> '$.reserved', exponent), 0) as reserved,
    amounts ->> '$.reserved' is not null as is_reserved_stated,
    coalesce(staging.major_from_minor(amounts ->> '$.gross_balance', exponent), 0) as gross_balance,
    coalesce(staging.major_from_minor(amounts ->> '$.pending_outgoing', exponent), 0) as pending_outgoing,
    coalesce(staging.major_from_minor(amounts ->> '$.available_balance', exponent), 0) as available_balance,
    received_at as known_from
  from reading
  order by currency
);
