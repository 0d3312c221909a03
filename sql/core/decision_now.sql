-- The decision that counts on each item: the latest that was not undone. Whether it awaits a second approval, has expired, or
-- was made on figures that have changed since. A decision that awaits its approval does not replace one that is in force.
-- grain: one item that was ever decided
-- key: break_id
-- reads: recon.decision_state, recon.item, recon.run
create or replace view recon.decision_now as
with
last_run as (
  select company, max(as_of) as as_of from recon.run group by company
),
judged as (
  select
    decision.*,
    not decision.is_approved as is_waiting,
    coalesce(decision.expires_on < last_run.as_of, false) as is_expired,
    item.break_id is not null and (
      -- an item matched by hand has the outcome matched since
      (decision.outcome is distinct from item.outcome and not (decision.decision = 'match' and item.match_pass is not distinct from 'by_hand'))
      or decision.left_amount is distinct from item.left_amount
      or decision.right_amount is distinct from item.right_amount
      or decision.right_minus_left is distinct from item.right_minus_left
    ) as is_stale,
    row_number() over (
      partition by decision.break_id, decision.is_approved order by decision.decided_at desc, decision.file_id desc
    ) = 1 as is_newest_of_kind
  from recon.decision_state as decision
  left join recon.item as item on item.break_id = decision.break_id
  left join last_run on last_run.company = decision.company
  -- a decision signed with somebody else's key was not made by the named author
  where decision.decision not in ('undo', 'approve') and decision.identity <> 'key_of_another' and not decision.is_undone
),
classified as materialized (
  select *
  from judged
  qualify row_number() over (
    partition by break_id
    order by is_newest_of_kind and not (is_waiting or is_expired or is_stale) desc, decided_at desc, file_id desc
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
  company,
  decision_id,
  decision,
  reason_code,
  note,
  author,
  case when identity = 'verified' then 'verified' else 'asserted' end as author_identity,
  approved_by,
  case when approved_by is not null then case when is_approval_verified then 'verified' else 'asserted' end end as approval_identity,
  decided_at,
  expires_on,
  matched_with,
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
