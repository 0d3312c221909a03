-- statement: allocated_above_settlement
-- fires: settlement_to_allocation
-- corrupts: the allocation exceeds the settlement by one cent
update core.payout_movement as movement set amount = movement.amount - kept.amount::decimal(18, 4) + 0.01
from recon.bridge_line as kept
where kept.reconciliation = 'settlement_to_allocation' and kept.line_code = 'kept'
  and kept.currency = movement.currency and kept.business_date = movement.settlement_on
  and movement.rowid = (
    select allocation.rowid
    from core.payout_movement as allocation
    inner join recon.item as agreed
      on agreed.reconciliation = 'settlement_to_allocation' and agreed.outcome = 'matched'
      and agreed.currency = allocation.currency and agreed.business_date = allocation.settlement_on
    where agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
      and allocation.known_to is null and allocation.ledger_kind = 'allocation' and allocation.status in ('approved', 'success')
    order by agreed.business_date desc, allocation.movement_id
    limit 1
  );
