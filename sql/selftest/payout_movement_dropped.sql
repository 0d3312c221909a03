-- fires: payout_roll_forward
-- corrupts: the payout ledger is missing its latest allocation
update core.payout_movement set status = 'expired'
where rowid = (
  select allocation.rowid
  from core.payout_movement as allocation
  inner join core.payout_account as account on account.company = allocation.company and account.currency = allocation.currency
  inner join core.company as company on company.company = allocation.company
  where allocation.company = $company and account.observed_at >= timezone(company.zone, $period_end::timestamp)
    and allocation.known_to is null and allocation.ledger_kind = 'allocation' and allocation.status in ('approved', 'success')
    and allocation.updated_at < timezone(company.zone, $period_end::timestamp)
    and allocation.updated_at >= timezone(company.zone, $period_start::timestamp)
  order by allocation.updated_at desc, allocation.movement_id
  limit 1
)
