-- fires: bank_to_settlement | duplicate | deposit_twice
-- corrupts: a bank deposit is duplicated
insert into core.bank_line
select * replace (bank_line_key || '-again' as bank_line_key, line_no + 1000000 as line_no)
from core.bank_line
where rowid = (
  select bank_line.rowid
  from core.bank_line as bank_line
  inner join recon.item as agreed
    on agreed.reconciliation = 'bank_to_settlement' and agreed.outcome = 'matched' and agreed.company = bank_line.company
    and agreed.left_key = bank_line.bank_line_key
  where bank_line.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and bank_line.reference is not null
  order by agreed.business_date desc, bank_line.bank_line_key
  limit 1
)
