-- The records of decisions that do not count, with the item that they name: those that could not be loaded, and those that are
-- signed with a key of another person. is_in_force: nobody has decided the item since, and it is open; a record that names no
-- item cannot be replaced.
-- grain: one receipt
-- key: file_id
-- reads: raw.receipt, staging.rejected_row, recon.break_life, recon.decision_state, recon.decision_now
create or replace view core.unusable_decision as
with
named as (
  select
    receipt.file_id,
    receipt.company,
    receipt.file_name,
    receipt.received_at,
    coalesce(rejected.reason_code, lower(receipt.load_code)) as code,
    coalesce(rejected.reason, receipt.load_message) as reason,
    case when json_valid(rejected.raw_text) then (rejected.raw_text::json ->> '$.break_id') end as break_id
  from raw.receipt as receipt
  left join staging.rejected_row as rejected on rejected.file_id = receipt.file_id
  where receipt.kind = 'decision' and (rejected.file_id is not null or receipt.load_status = 'refused')
  union all
  select receipt.file_id, receipt.company, receipt.file_name, receipt.received_at, 'signature_of_another',
    format('The record ({} by {}) is signed with a key of another person.', decision.decision, decision.author), decision.break_id
  from recon.decision_state as decision
  inner join raw.receipt as receipt on receipt.file_id = decision.file_id
  where decision.identity = 'key_of_another'
)
select
  named.file_id,
  named.company,
  named.file_name,
  named.received_at,
  named.code,
  named.reason,
  opened.break_id,
  case when opened.break_id is null then true else opened.closed_on is null and not coalesce(decision.is_settled, false) end as is_in_force
from named
left join recon.break_life as opened on opened.break_id = named.break_id and opened.company = named.company
left join recon.decision_now as decision on decision.break_id = opened.break_id;
