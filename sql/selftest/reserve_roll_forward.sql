-- statement: reserve_above_withheld
-- fires: reserve_roll_forward
-- corrupts: the gateway holds more in reserve than it withheld
update core.gateway_balance set reserved = reserved + 1000000
where rowid = (
  select reading.rowid
  from core.gateway_balance as reading
  cross join core.company as company
  inner join recon.item as agreed
    on agreed.reconciliation = 'reserve_roll_forward' and agreed.outcome = 'matched'
    and agreed.currency = reading.currency and agreed.business_date = cast(timezone(company.zone, reading.balance_at) as date) - 1
  where agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
  order by reading.balance_at desc, reading.receipt_id desc, reading.currency
  limit 1
);
