-- statement: decision_state
-- Whether it is proven that the named author made a decision, and whether the second approval that it needs was given.
-- identity: `verified` where the signature fits and the configuration assigns its key to the author at that time;
-- `key_of_another` where the key is assigned to somebody else (such a decision does not count); `key_unknown` where it is
-- assigned to nobody; `unsigned` without a signature. A signature that does not fit its decision is never loaded.
-- A second approval is made by a person other than the author. It is verified where both signed with different keys and the
-- approver signed the content that is in force. If there are several approvals, a verified one takes precedence, then the
-- first.
-- In 0.2.0, a lasting difference in the balance of a payout account was a separate item on each day. A decision on such an item is a
-- decision on the lasting difference.
-- grain: one decision
-- key: decision_id
-- reads: recon.decision, core.company, core.signing_key, core.payout_difference
create table recon.decision_state as
with
on_later_day as (
  select decision.decision_id, arg_min(lasting, lasting.arose_on) as lasting
  from recon.decision as decision
  inner join core.payout_difference as lasting
    on lasting.amount = decision.right_minus_left
  -- keys of 0.2.0 begin with the names of the accounts; keys of this version begin with the currency
  where decision.reconciliation = 'payout_roll_forward' and starts_with(decision.item_key, 'account')
    and try_cast(right(decision.item_key, 10) as date) > coalesce(lasting.arose_after, date '0001-01-01')
    and coalesce(try_cast(right(decision.item_key, 10) as date) < lasting.ended_on, true)
  group by decision.decision_id
),
on_item as (
  select
    decision.* replace (
      coalesce(lasting.item_key, decision.item_key) as item_key,
      case when lasting is null then break_id
        else md5(concat_ws('|', 'payout_roll_forward', core.this_company(), lasting.item_key)) end as break_id,
      coalesce(lasting.left_amount, decision.left_amount) as left_amount,
      coalesce(lasting.right_amount, decision.right_amount) as right_amount,
      coalesce(decision.effective_on, cast(timezone(company.zone, decision.decided_at) as date)) as effective_on
    )
  from recon.decision as decision
  cross join core.company as company
  left join on_later_day on on_later_day.decision_id = decision.decision_id
),
known as materialized (
  select
    decision.*,
    lower(trim(decision.author)) as person,
    case
      when decision.signed_with is null then 'unsigned'
      when signing_key.fingerprint is null then 'key_unknown'
      when signing_key.person <> lower(trim(decision.author)) then 'key_of_another'
      else 'verified'
    end as identity
  from on_item as decision
  left join core.signing_key as signing_key
    on signing_key.fingerprint = decision.signed_with and coalesce(decision.decided_at < signing_key.valid_before, true)
),
answer as (
  select
    answer.decision_id as answer_id,
    coalesce(answer.approves, answer.undoes) as decision_id,
    answer.decision,
    answer.person,
    answer.author,
    answer.identity,
    answer.signed_with,
    answer.answers_sha256,
    answer.decided_at,
    answer.receipt_id
  from known as answer
  where answer.decision = 'approve' or answer.decision = 'undo' and answer.identity <> 'key_of_another'
),
answered as (
  select
    known.decision_id,
    bool_or(answer.decision = 'undo') as is_undone,
    arg_min(
      struct_pack(
        author := answer.author,
        identity := answer.identity,
        is_verified := answer.identity = 'verified' and known.identity = 'verified' and answer.signed_with <> known.signed_with
          and coalesce(answer.answers_sha256 = known.signed_sha256, false)
      ),
      struct_pack(
        is_of_another := answer.identity = 'key_of_another',
        is_asserted := not (answer.identity = 'verified' and known.identity = 'verified' and answer.signed_with <> known.signed_with
          and coalesce(answer.answers_sha256 = known.signed_sha256, false)),
        decided_at := answer.decided_at,
        receipt_id := answer.receipt_id
      )
    ) filter (answer.decision = 'approve' and answer.person <> known.person and known.needs_second) as approval
  from known
  inner join answer on answer.decision_id = known.decision_id
  group by known.decision_id
)
select
  known.* exclude (person),
  coalesce(answered.is_undone, false) as is_undone,
  case when answered.approval.identity <> 'key_of_another' then answered.approval.author end as approved_by,
  coalesce(answered.approval.is_verified, false) as is_approval_verified,
  not known.needs_second or approved_by is not null and (is_approval_verified or not known.needs_verified) as is_approved,
  case
    when is_approved then null
    when known.needs_verified and known.identity = 'unsigned'
      then format('The decision by {} is not signed. Undo it, and decide again with a signature.', known.author)
    when known.needs_verified and known.identity <> 'verified'
      then format('The key with which {} signed the decision is not configured.', known.author)
    when answered.approval.identity = 'key_of_another'
      then format('The approval by {} is signed with a key of another person.', answered.approval.author)
    when answered.approval is null and known.needs_verified then 'A signed approval by a second person is missing.'
    when answered.approval is null then 'The approval by a second person is missing.'
    when answered.approval.identity = 'unsigned' then format('The approval by {} is not signed.', answered.approval.author)
    when answered.approval.identity <> 'verified' then format('The key with which {} signed the approval is not configured.', answered.approval.author)
    else format('The approval by {} is of another version of the decision.', answered.approval.author)
  end as pending_because
from known
left join answered on answered.decision_id = known.decision_id;

-- statement: last_run
-- grain: one row: the day of the last run; null before the first
-- key: as_of
-- reads: recon.run
create or replace view recon.last_run as
select max(as_of) as as_of from recon.run;

-- statement: decision_now
-- The decision that counts on each item: the latest that was not undone. Whether it awaits a second approval, has expired, or
-- was made on figures that have changed since. A decision that awaits its approval does not replace one that is in force.
-- grain: one item that was ever decided
-- key: break_id
-- reads: recon.decision_state, recon.item, recon.last_run
create or replace view recon.decision_now as
with
judged as (
  select
    decision.*,
    not decision.is_approved as is_waiting,
    coalesce(decision.expires_on < last_run.as_of, false) as is_expired,
    item.break_id is not null and (
      -- the outcome of an item matched by hand has become `matched` since, which is no change of its figures
      (decision.outcome is distinct from item.outcome and not (decision.decision = 'match' and item.match_pass is not distinct from 'by_hand'))
      or decision.left_amount is distinct from item.left_amount
      or decision.right_amount is distinct from item.right_amount
      or decision.right_minus_left is distinct from item.right_minus_left
    ) as is_stale,
    row_number() over (
      partition by decision.break_id, decision.is_approved order by decision.decided_at desc, decision.receipt_id desc
    ) = 1 as is_newest_of_kind
  from recon.decision_state as decision
  left join recon.item as item on item.break_id = decision.break_id
  cross join recon.last_run as last_run
  -- a decision signed with somebody else's key was not made by the named author
  where decision.decision not in ('undo', 'approve') and decision.identity <> 'key_of_another' and not decision.is_undone
),
classified as materialized (
  select *
  from judged
  qualify row_number() over (
    partition by break_id
    order by is_newest_of_kind and not (is_waiting or is_expired or is_stale) desc, decided_at desc, receipt_id desc
  ) = 1
),
-- a match by hand is valid for all of its items or for none
partner as (
  select
    matched.break_id,
    bool_or(
      other.break_id is null or other.is_stale or other.is_expired or other.decision <> 'match'
        or not list_contains(other.matched_with, matched.break_id)
    ) as is_lost,
    bool_or(coalesce(other.is_waiting, false)) as is_waiting,
    min(other.pending_because) as pending_because
  from (select break_id, unnest(matched_with) as partner_id from classified where decision = 'match') as matched
  left join classified as other on other.break_id = matched.partner_id
  group by matched.break_id
)
select
  classified.break_id,
  decision_id,
  decision,
  reason_code,
  note,
  author,
  case when identity = 'verified' then 'verified' else 'asserted' end as author_identity,
  approved_by,
  case when approved_by is not null then case when is_approval_verified then 'verified' else 'asserted' end end as approval_identity,
  decided_at,
  effective_on,
  expires_on,
  matched_with,
  account,
  classified.is_waiting or coalesce(partner.is_waiting, false) as is_waiting,
  coalesce(classified.pending_because, partner.pending_because) as pending_because,
  is_expired,
  is_stale or coalesce(partner.is_lost, false) as is_stale,
  not (classified.is_waiting or coalesce(partner.is_waiting, false) or is_expired or is_stale or coalesce(partner.is_lost, false)) as is_settled,
  case
    when is_stale or is_expired or coalesce(partner.is_lost, false) then 'open'
    when classified.is_waiting or coalesce(partner.is_waiting, false) then 'awaiting_approval'
    when decision = 'accept' then 'accepted'
    when decision = 'write_off' then 'written_off'
    when decision = 'match' then 'matched_by_hand'
    else 'explained'
  end as status
from classified
left join partner on partner.break_id = classified.break_id;

-- statement: item_day
-- The days whose results depend on an item: its business day, and each day on which its difference was part of a balance.
-- grain: one item on one day
-- key: break_id, business_date
-- reads: recon.item, recon.bridge_line, recon.control
create or replace view recon.item_day as
select break_id, business_date
from recon.item
union
select item.break_id, control.business_date
from (
  select reconciliation, currency, subject, covers_from, business_date as made_on, unnest(item_keys) as item_key
  from recon.bridge_line
  where is_residual
) as line
inner join recon.item as item
  on item.reconciliation = line.reconciliation and item.item_key = line.item_key
inner join recon.control as control
  on control.control = line.reconciliation and control.currency = line.currency
  and control.subject = line.subject and control.business_date between line.covers_from and line.made_on;

-- statement: newly_decided_day
-- The days of items with a decision that no run of these days has included: the command that recorded it was killed.
-- grain: one decision and day
-- key: decision_id, business_date
-- reads: recon.decision_state, recon.item_day, recon.run, recon.run_day
create or replace view recon.newly_decided_day as
select decision.decision_id, item.business_date
from recon.decision_state as decision
inner join recon.item_day as item on item.break_id = decision.break_id
where not exists (
  select 1 from recon.run as run
  inner join recon.run_day as run_day on run_day.run_id = run.run_id
  where run.known_through >= decision.receipt_id and run_day.business_date = item.business_date
);

-- statement: unusable_decision
-- The records of decisions that do not count, with the item that they name: those that could not be loaded, and those that are
-- signed with a key of another person. is_in_force: the item is open and no decision on it is settled; always true for a record
-- that names no known item, because no later decision can replace it.
-- grain: one receipt
-- key: receipt_id
-- reads: raw.receipt, staging.rejected_row, recon.break_life, recon.decision_state, recon.decision_now
create or replace view core.unusable_decision as
with
named as (
  select
    receipt.receipt_id,
    receipt.file_name,
    receipt.received_at,
    coalesce(rejected.reason_code, lower(receipt.load_code)) as code,
    coalesce(rejected.reason, receipt.load_message) as reason,
    case when json_valid(rejected.raw_text) then (rejected.raw_text::json ->> '$.break_id') end as break_id
  from raw.receipt as receipt
  left join staging.rejected_row as rejected on rejected.receipt_id = receipt.receipt_id
  where receipt.kind = 'decision' and (rejected.receipt_id is not null or receipt.load_status = 'refused')
  union all
  select receipt.receipt_id, receipt.file_name, receipt.received_at, 'signature_of_another',
    format('The record ({} by {}) is signed with a key of another person.', decision.decision, decision.author), decision.break_id
  from recon.decision_state as decision
  inner join raw.receipt as receipt on receipt.receipt_id = decision.receipt_id
  where decision.identity = 'key_of_another'
)
select
  named.receipt_id,
  named.file_name,
  named.received_at,
  named.code,
  named.reason,
  opened.break_id,
  case when opened.break_id is null then true else opened.closed_on is null and not coalesce(decision.is_settled, false) end as is_in_force
from named
left join recon.break_life as opened on opened.break_id = named.break_id
left join recon.decision_now as decision on decision.break_id = opened.break_id;
