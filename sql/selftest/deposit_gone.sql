-- fires: bank_to_settlement | missing_left | deposit_gone
-- corrupts: a later bank file of the day does not have a deposit
update core.bank_line
set known_to = known_from, ended_by = file_id
where rowid = (
  select bank_line.rowid
  from core.bank_line as bank_line
  inner join recon.item as agreed
    on agreed.reconciliation = 'bank_to_settlement' and agreed.outcome = 'matched' and agreed.company = bank_line.company
    and agreed.left_key = bank_line.bank_line_key
  where bank_line.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and bank_line.known_to is null and bank_line.reference = agreed.right_reference
    -- a deposit with this amount and reference is at the bank once
    and 1 = (
      select count(*)
      from core.bank_line as other
      where other.company = bank_line.company and (other.reference = bank_line.reference or other.amount = bank_line.amount)
    )
  order by agreed.business_date desc, bank_line.bank_line_key
  limit 1
)
