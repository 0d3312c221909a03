-- fires: reserve_roll_forward | control_breach | balance_not_explained
-- corrupts: the gateway holds one cent more in reserve than it withheld
update core.gateway_balance set reserved = reserved + 0.01
where rowid = (
  select reading.rowid
  from core.gateway_balance as reading
  inner join core.company as company on company.company = reading.company
  inner join recon.item as agreed
    on agreed.reconciliation = 'reserve_roll_forward' and agreed.outcome = 'matched' and agreed.company = reading.company
    and agreed.currency = reading.currency
    and reading.balance_at = timezone(company.zone, (agreed.business_date + interval 1 day)::timestamp)
  where reading.company = $company
    and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
  order by agreed.business_date desc, reading.currency, reading.file_id desc
  limit 1
)
