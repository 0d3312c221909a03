-- fires: allocation_lifecycle | control_breach | approved_out_of_time
-- corrupts: an allocation was approved a week after its deadline
update core.payout_movement set last_approved_at = last_approved_at + interval 7 days
where rowid = (
  select movement.rowid
  from core.payout_movement as movement
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocation_lifecycle' and agreed.outcome = 'matched' and agreed.company = movement.company
    and agreed.left_key = movement.movement_id::text
  where movement.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and movement.known_to is null
    and movement.status in ('approved', 'success') and movement.approvals_required > 0 and movement.last_approved_at is not null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
