-- fires: allocation_lifecycle | control_breach | settlement_not_upcoming
-- corrupts: an allocation is from a settlement of the week before
update core.payout_movement set settlement_on = settlement_on - 7
where rowid = (
  select movement.rowid
  from core.payout_movement as movement
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocation_lifecycle' and agreed.outcome = 'matched' and agreed.company = movement.company
    and agreed.left_key = movement.movement_id::text
  where movement.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and movement.known_to is null
    and movement.status in ('approved', 'success') and movement.approvals_required > 0
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
