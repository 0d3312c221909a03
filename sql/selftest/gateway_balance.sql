-- statement: balance_by_a_cent
-- fires: gateway_balance
-- corrupts: the gateway's balance is one cent too high
update core.gateway_balance set balance = balance + 0.01
where rowid = (
  select reading.rowid
  from core.gateway_balance as reading
  cross join core.company as company
  inner join recon.item as agreed
    on agreed.reconciliation = 'gateway_balance' and agreed.outcome = 'matched'
    and agreed.currency = reading.currency and agreed.business_date = cast(timezone(company.zone, reading.balance_at) as date) - 1
  where agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
  order by reading.balance_at desc, reading.receipt_id desc, reading.currency
  limit 1
);

-- statement: balance_line_dropped
-- fires: gateway_balance
-- corrupts: a statement line of the last day is missing
delete from core.payment
where rowid = (
  select max(rowid) from core.payment
  where known_to is null and is_money_moved and occurrence = 1
    and business_date = $period_end::date - 1
);
