-- fires: bank_to_settlement | control_breach | reference_differs
-- corrupts: a deposit has the reference of another transfer
update core.bank_line set reference = (
  select other.right_reference
  from recon.item as other
  where other.reconciliation = 'bank_to_settlement' and other.outcome = 'matched' and other.company = $company
    and other.right_reference is not null and other.right_reference <> bank_line.reference
  order by other.business_date, other.right_reference
  limit 1
)
where rowid = (
  select line.rowid
  from core.bank_line as line
  inner join recon.item as agreed
    on agreed.reconciliation = 'bank_to_settlement' and agreed.outcome = 'matched' and agreed.company = line.company
    and agreed.left_key = line.bank_line_key
  where line.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and agreed.match_pass = 'same_reference_and_amount' and line.booked_on = agreed.business_date
    and not exists (
      select 1
      from recon.item as alike
      where alike.reconciliation = 'bank_to_settlement' and alike.company = agreed.company and alike.currency = agreed.currency
        and alike.right_amount = agreed.right_amount and alike.item_key <> agreed.item_key
    )
  order by agreed.business_date desc, line.bank_line_key
  limit 1
)
