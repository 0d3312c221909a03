-- fires: settlement_to_allocation
-- corrupts: one allocation is a million more
update core.send_limit set amount = amount + 1000000, net_amount = net_amount + 1000000
where rowid = (
  select max(rowid) from core.send_limit
  where company = $company and known_to is null and ledger_kind = 'allocation' and status in ('approved', 'success')
    and from_settlement >= $period_start::date + 14 and from_settlement < $period_end::date
)
