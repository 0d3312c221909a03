-- grain: one decision of a person as it was kept, with the facts of its signature
-- key: receipt_id
-- reads: raw.json_record, raw.receipt, recon.decision
create or replace macro staging.decision(the_receipt_id) as table (
  select
    record.receipt_id,
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
    try_cast(record.body ->> '$.effective_on' as date) as effective_on,
    from_json(record.body -> '$.evidence', '["VARCHAR"]') as evidence,
    record.body ->> '$.figures.outcome' as outcome,
    try_cast(record.body ->> '$.figures.left_amount' as decimal(38, 4)) as left_amount,
    try_cast(record.body ->> '$.figures.right_amount' as decimal(38, 4)) as right_amount,
    try_cast(record.body ->> '$.figures.right_minus_left' as decimal(38, 4)) as right_minus_left,
    from_json(record.body -> '$.matched_with', '["VARCHAR"]') as matched_with,
    record.body ->> '$.account' as account,
    (record.body -> '$.parts')::text as parts,
    (record.body ->> '$.needs_second')::boolean as needs_second,
    coalesce((record.body ->> '$.needs_verified')::boolean, false) as needs_verified,
    record.body ->> '$.undoes' as undoes,
    record.body ->> '$.approves' as approves,
    record.body ->> '$.answers_sha256' as answers_sha256,
    record.body ->> '$.system_user' as system_user,
    record.body ->> '$.host' as host,
    record.body ->> '$.signed_text' as signed_text,
    record.body ->> '$.signed_sha256' as signed_sha256,
    record.body ->> '$.signature' as signature,
    record.body ->> '$.signed_with' as signed_with,
    case
      when (record.body ->> '$.company') is distinct from (select company from core.company) then 'decision_of_another_company'
      when known.decision_id is not null then 'decision_repeated'
    end as problem,
    record.body::text as raw_text
  from raw.json_record as record
  inner join raw.receipt as receipt on receipt.receipt_id = record.receipt_id
  -- an earlier decision with the same id and different content
  left join recon.decision as known
    on known.decision_id = (record.body ->> '$.decision_id') and known.receipt_id <> record.receipt_id
    and known.signed_sha256 <> (record.body ->> '$.signed_sha256')
  where record.receipt_id = the_receipt_id
);
