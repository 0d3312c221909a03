-- fires: allocation_lifecycle | control_breach | approvals_contradict
-- corrupts: the list of approvals has one more than the request states
update core.payout_movement set approvals_listed = approvals_listed + 1
where rowid = (
  select movement.rowid
  from core.payout_movement as movement
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocation_lifecycle' and agreed.outcome = 'matched' and agreed.company = movement.company
    and agreed.left_key = movement.movement_id::text
  where movement.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and movement.known_to is null
    and movement.approvals_listed is not null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
