-- fires: bank_to_settlement | amount_differs | amount_differs
-- corrupts: a deposit is one cent short
update core.bank_line set amount = amount - 0.01
where rowid = (
  select bank_line.rowid
  from core.bank_line as bank_line
  inner join recon.item as agreed
    on agreed.reconciliation = 'bank_to_settlement' and agreed.outcome = 'matched' and agreed.company = bank_line.company
    and agreed.left_key = bank_line.bank_line_key
  where bank_line.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and bank_line.reference is not null and agreed.left_reference = agreed.right_reference
  order by agreed.business_date desc, bank_line.bank_line_key
  limit 1
)
