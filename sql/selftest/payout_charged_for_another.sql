-- fires: allocations_to_payouts | control_breach | recipient_differs
-- corrupts: a charge names another recipient than its payout instruction
update core.payout_movement set recipient_id = recipient_id + 1
where rowid = (
  select movement.rowid
  from core.payout_movement as movement
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocations_to_payouts' and agreed.outcome = 'matched' and agreed.company = movement.company
    and agreed.left_key = movement.movement_id::text
  where movement.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and movement.known_to is null
    and movement.payout_id is not null and movement.recipient_id is not null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
