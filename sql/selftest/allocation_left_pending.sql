-- fires: allocation_lifecycle | control_breach | pending_past_deadline
-- corrupts: an allocation is still pending past its approval deadline
update core.payout_movement set status = 'pending'
where rowid = (
  select movement.rowid
  from core.payout_movement as movement
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocation_lifecycle' and agreed.outcome = 'matched' and agreed.company = movement.company
    and agreed.left_key = movement.movement_id::text
  where movement.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and movement.known_to is null and movement.status in ('approved', 'success')
  order by agreed.business_date, movement.movement_id
  limit 1
)
