-- fires: allocations_to_payouts | amount_differs | net_differs
-- corrupts: the net amount of a charge is one cent above its amount less its fee
update core.payout_movement set net_amount = net_amount + 0.01
where rowid = (
  select movement.rowid
  from core.payout_movement as movement
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocations_to_payouts' and agreed.outcome = 'matched' and agreed.company = movement.company
    and agreed.left_key = movement.movement_id::text
  where movement.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and movement.known_to is null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
