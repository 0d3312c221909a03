-- The decision in force on each item: the latest that was not undone, whether it awaits a second approval, whether it has
-- expired, and whether its figures have changed since.
-- grain: one item that was ever decided
-- key: break_id
-- reads: recon.decision, recon.item, recon.run
create or replace view recon.decision_now as
with
standing as (
  select decision.*
  from recon.decision as decision
  where decision.decision not in ('undo', 'approve')
    and not exists (select 1 from recon.decision as undo where undo.undoes = decision.decision_id)
),
newest as (
  select *
  from standing
  qualify row_number() over (partition by break_id order by decided_at desc, file_id desc) = 1
),
last_run as (
  select company, max(as_of) as as_of from recon.run group by company
),
classified as (
  select
    newest.*,
    approval.author as approved_by,
    newest.needs_second and approval.decision_id is null as is_waiting,
    coalesce(newest.expires_on < last_run.as_of, false) as is_expired,
    item.break_id is not null and (
      -- an item matched by hand has the outcome matched since
      (newest.outcome is distinct from item.outcome and not (newest.decision = 'match' and item.match_pass is not distinct from 'by_hand'))
      or newest.left_amount is distinct from item.left_amount
      or newest.right_amount is distinct from item.right_amount
      or newest.right_minus_left is distinct from item.right_minus_left
    ) as is_stale
  from newest
  left join recon.item as item on item.break_id = newest.break_id
  left join recon.decision as approval on approval.approves = newest.decision_id
  left join last_run on last_run.company = newest.company
),
-- a match by hand is valid for all of its items or for none
stale_partner as (
  select distinct matched.break_id
  from (select break_id, unnest(matched_with) as partner_id from classified where decision = 'match') as matched
  left join classified as partner on partner.break_id = matched.partner_id
  where partner.break_id is null
    or partner.is_stale
    or partner.is_expired
    or partner.is_waiting
    or partner.decision <> 'match'
    or not list_contains(partner.matched_with, matched.break_id)
)
select
  break_id,
  company,
  decision_id,
  decision,
  reason_code,
  note,
  author,
  approved_by,
  decided_at,
  expires_on,
  matched_with,
  is_waiting,
  is_expired,
  is_stale or stale_partner.break_id is not null as is_stale,
  not (is_waiting or is_expired or is_stale or stale_partner.break_id is not null) as is_settled,
  case
    when is_stale or is_expired or stale_partner.break_id is not null then 'open'
    when is_waiting then 'awaiting_approval'
    when decision = 'accept' then 'accepted'
    when decision = 'write_off' then 'written_off'
    when decision = 'match' then 'matched_by_hand'
    else 'explained'
  end as status
from classified
left join stale_partner using (break_id);
