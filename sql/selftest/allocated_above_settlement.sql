-- fires: settlement_to_allocation
-- corrupts: one cent more was allocated than was settled
update core.send_limit as send_limit set amount = send_limit.amount - kept.amount::money + 0.01
from recon.bridge_line as kept
where kept.reconciliation = 'settlement_to_allocation' and kept.line_code = 'kept' and kept.company = send_limit.company
  and kept.currency = send_limit.currency and kept.business_date = send_limit.from_settlement
  and send_limit.rowid = (
    select allocation.rowid
    from core.send_limit as allocation
    inner join recon.item as agreed
      on agreed.reconciliation = 'settlement_to_allocation' and agreed.outcome = 'matched' and agreed.company = allocation.company
      and agreed.currency = allocation.currency and agreed.business_date = allocation.from_settlement
    where allocation.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
      and allocation.known_to is null and allocation.ledger_kind = 'allocation' and allocation.status in ('approved', 'success')
    order by agreed.business_date desc, allocation.send_limit_id
    limit 1
  )
