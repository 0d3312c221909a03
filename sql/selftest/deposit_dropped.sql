-- fires: bank_to_settlement | missing_left | deposit_missing
-- corrupts: a deposit is missing at the bank
delete from core.bank_line where rowid = (
  select bank_line.rowid
  from core.bank_line as bank_line
  inner join recon.item as agreed
    on agreed.reconciliation = 'bank_to_settlement' and agreed.outcome = 'matched' and agreed.company = bank_line.company
    and agreed.left_key = bank_line.bank_line_key
  where bank_line.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and core.business_days_after(agreed.company, agreed.business_date, coalesce((
      select lag.high_days from core.deposit_lag as lag where lag.company = bank_line.company and lag.currency = bank_line.currency
    ), 4)) <= (
      select covered.last_day
      from core.covered_span as covered
      where covered.company = bank_line.company and covered.kind = 'bank_statement' and covered.currency = bank_line.currency
        and agreed.business_date between covered.first_day and covered.last_day
    )
  order by agreed.business_date, bank_line.bank_line_key
  limit 1
)
