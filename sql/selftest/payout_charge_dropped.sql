-- fires: allocations_to_payouts | missing_left | instruction_without_ledger_row
-- corrupts: the payout ledger has no record of a completed payout
delete from core.payout_movement where rowid = (
  select movement.rowid
  from core.payout_movement as movement
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocations_to_payouts' and agreed.outcome = 'matched' and agreed.company = movement.company
    and agreed.left_key = movement.movement_id::text
  where movement.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and movement.known_to is null
    and exists (
      select 1 from core.payout as payout
      where payout.company = movement.company and payout.payout_id::text = agreed.right_key and payout.known_to is null
        and payout.state = 'completed'
    )
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
