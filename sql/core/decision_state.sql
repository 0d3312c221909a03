-- Whether it is proven that the named author made a decision, and whether the second approval that it needs was given.
-- identity: `verified` where the signature fits and the configuration gives its key to the author at that time, `key_of_another`
-- where it gives it to somebody else (such a decision does not count), `key_unknown` where it gives it to nobody, `unsigned`
-- without a signature. A signature that does not fit its decision is never loaded.
-- A second approval is by another person than the author. It is verified where both signed, with different keys, and the approver
-- signed the content that is in force. Of several, a verified one counts, then the first.
-- grain: one decision
-- key: decision_id
-- reads: recon.decision, core.signing_key
create or replace view derive.decision_state as
with
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
  from recon.decision as decision
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
    answer.file_id
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
        file_id := answer.file_id
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
    else format('The approval by {} is of another content of the decision.', answered.approval.author)
  end as pending_because
from known
left join answered on answered.decision_id = known.decision_id;

create table if not exists recon.decision_state as from derive.decision_state limit 0;
