-- fires: allocation_lifecycle | control_breach | approved_without_approvals
-- corrupts: an allocation was made with one approval too few
update core.payout_movement set approvals_received = approvals_required - 1
where rowid = (
  select movement.rowid
  from core.payout_movement as movement
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocation_lifecycle' and agreed.outcome = 'matched' and agreed.company = movement.company
    and agreed.left_key = movement.movement_id::text
  where movement.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and movement.known_to is null and movement.status in ('approved', 'success') and movement.approvals_required > 0
  order by agreed.business_date, movement.movement_id
  limit 1
)
