-- statement: payout_account
-- grain: one payout account in one reading
-- key: receipt_id, account_id
-- reads: raw.json_record, raw.receipt, staging.currency
create or replace macro staging.payout_account(the_first, the_last) as table (
  select
    record.receipt_id,
    record.record_no,
    try_cast(record.body ->> '$.id' as bigint) as account_id,
    record.body ->> '$.currency' as currency,
    record.body ->> '$.status' as status,
    try_cast(record.body ->> '$.settlement_convert_approvals_count' as integer) as approvals_needed,
    try_cast(record.body ->> '$.send_fee' as decimal(18, 4)) as send_fee,
    record.body ->> '$.send_fee_type' as send_fee_type,
    try_cast(record.body ->> '$.account_verification_fee' as decimal(18, 4)) as verification_fee,
    record.body ->> '$.account_verification_fee_type' as verification_fee_type,
    try_cast(record.body ->> '$.convertible_balance_from_statement' as decimal(38, 4)) as convertible_balance,
    try_cast(record.body ->> '$.current_balance' as decimal(38, 4)) as current_balance,
    try_cast(record.body ->> '$.updated_at' as timestamptz) as updated_at,
    receipt.received_at as observed_at,
    case
      when try_cast(record.body ->> '$.id' as bigint) is null then 'id_unreadable'
      when try_cast(record.body ->> '$.current_balance' as decimal(38, 4)) is null then 'balance_unreadable'
      when record.body ->> '$.currency' is null then 'currency_missing'
      when record.body ->> '$.currency' not in (select known.currency from staging.currency as known) then 'currency_unknown'
      when record.body ->> '$.send_fee_type' not in ('flat', 'percentage') then 'fee_type_unknown'
      when record.body ->> '$.account_verification_fee_type' not in ('flat', 'percentage') then 'fee_type_unknown'
    end as reject_code
  from raw.json_record as record
  inner join raw.receipt as receipt on receipt.receipt_id = record.receipt_id
  where record.receipt_id between the_first and the_last
);

-- statement: payout_account_reject
-- Keeps the payout accounts that were rejected, with the reason.
insert into staging.rejected_row
select receipt_id, record_no, reject_code, 'Account rejected: ' || replace(reject_code, '_', ' ') || '.', null, null
from staging.payout_account($receipt_id, $last_receipt_id)
where reject_code is not null;

-- statement: payout_account_insert
-- Adds readings of the payout accounts.
insert into core.payout_account by name
select account_id, currency, status, approvals_needed, send_fee as payout_fee, send_fee_type as payout_fee_type, verification_fee,
  verification_fee_type, convertible_balance, current_balance, updated_at, observed_at, receipt_id, record_no
from staging.payout_account($receipt_id, $last_receipt_id)
where reject_code is null;
