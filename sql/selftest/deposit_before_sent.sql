-- fires: bank_to_settlement | control_breach | deposit_before_sent
-- corrupts: a deposit with the reference of its transfer is booked five days before
update core.bank_line set booked_on = booked_on - 5
where rowid = (
  select bank_line.rowid
  from core.bank_line as bank_line
  inner join recon.item as agreed
    on agreed.reconciliation = 'bank_to_settlement' and agreed.outcome = 'matched' and agreed.company = bank_line.company
    and agreed.left_key = bank_line.bank_line_key
  where bank_line.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and agreed.match_pass = 'same_reference_and_amount' and bank_line.booked_on = agreed.business_date
  order by agreed.business_date desc, bank_line.bank_line_key
  limit 1
)
