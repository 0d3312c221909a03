-- grain: one decision of a person as it was kept
-- key: file_id
-- reads: raw.json_record, raw.receipt
create or replace macro staging.decision(the_file_id) as table (
  select
    record.file_id,
    receipt.company,
    record.body ->> '$.decision_id' as decision_id,
    record.body ->> '$.break_id' as break_id,
    record.body ->> '$.reconciliation' as reconciliation,
    record.body ->> '$.item_key' as item_key,
    record.body ->> '$.decision' as decision,
    record.body ->> '$.reason_code' as reason_code,
    record.body ->> '$.note' as note,
    record.body ->> '$.author' as author,
    try_cast(record.body ->> '$.decided_at' as timestamptz) as decided_at,
    try_cast(record.body ->> '$.expires_on' as date) as expires_on,
    coalesce(from_json(record.body -> '$.evidence', '["VARCHAR"]'), []) as evidence,
    record.body ->> '$.figures.outcome' as outcome,
    try_cast(record.body ->> '$.figures.left_amount' as decimal(38, 4)) as left_amount,
    try_cast(record.body ->> '$.figures.right_amount' as decimal(38, 4)) as right_amount,
    try_cast(record.body ->> '$.figures.right_minus_left' as decimal(38, 4)) as right_minus_left,
    coalesce(from_json(record.body -> '$.matched_with', '["VARCHAR"]'), []) as matched_with,
    (record.body -> '$.parts')::text as parts,
    coalesce(try_cast(record.body ->> '$.needs_second' as boolean), false) as needs_second,
    record.body ->> '$.undoes' as undoes,
    record.body ->> '$.approves' as approves,
    (record.body ->> '$.decision_id') is not null
      and (record.body ->> '$.break_id') is not null
      and coalesce(
        (record.body ->> '$.decision') in ('explain', 'accept', 'write_off', 'match', 'split', 'undo', 'approve'), false
      )
      and try_cast(record.body ->> '$.decided_at' as timestamptz) is not null
      and (record.body ->> '$.author') is not null as is_understood,
    record.body::text as raw_text
  from raw.json_record as record
  inner join raw.receipt as receipt on receipt.file_id = record.file_id
  where record.file_id = the_file_id
);
