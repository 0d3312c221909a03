-- Counts fields that the specification leaves open and that differ from other ledger records of the same kind: a missing recipient,
-- payout, list of approvals or time of an approval. Counts charges with the status of an allocation.
insert into raw.unexpected
with
record as (
  select
    company, ledger_kind, send_instruction_id, bank_account_id, approvals_received, approvals_listed, approvals_dated, status
  from staging.send_limit($file_id)
  where reject_code is null
),
carried as (
  select
    ledger_kind,
    bool_or(payout_id is not null) as has_payout,
    bool_or(recipient_id is not null) as has_recipient,
    bool_or(approvals_listed is not null) as has_approvals
  from (
    select ledger_kind, send_instruction_id as payout_id, bank_account_id as recipient_id, approvals_listed from record
    union all
    select ledger_kind, payout_id, recipient_id, approvals_listed
    from core.payout_movement
    where known_to is null and company in (select company from record)
  ) as known
  group by ledger_kind
),
compared as (
  select record.*, carried.has_payout, carried.has_recipient, carried.has_approvals
  from record
  inner join carried on carried.ledger_kind = record.ledger_kind
),
unexpected as (
  select 'send_instruction_id (missing)' as field, null as value from compared where has_payout and send_instruction_id is null
  union all
  select 'bank_account_id (missing)', null from compared where has_recipient and bank_account_id is null
  union all
  select 'approvals_details (missing, or with an unknown status)', null from compared where has_approvals and approvals_listed is null
  union all
  select 'approvals_details.approved_at (missing)', null from compared where approvals_dated < approvals_listed
  union all
  select 'status of a charge', status from compared where ledger_kind <> 'allocation' and status = 'approved'
)
select $file_id, 'send limit', field, value, count(*)
from unexpected
group by field, value
