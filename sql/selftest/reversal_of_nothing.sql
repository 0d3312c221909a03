-- fires: bank_to_settlement | missing_left | reversal_unmatched
-- corrupts: the bank reverses a line that no statement has
insert into core.bank_line
select * replace (
  bank_line_key || '-reversal' as bank_line_key, 'reversed' as reference, -amount - 7654321.09 as amount, true as is_reversal,
  $period_end::date - 1 as booked_on
)
from core.bank_line
where rowid = (
  select bank_line.rowid
  from core.bank_line as bank_line
  inner join recon.item as agreed
    on agreed.reconciliation = 'bank_to_settlement' and agreed.outcome = 'matched' and agreed.company = bank_line.company
    and agreed.left_key = bank_line.bank_line_key
  where bank_line.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
  order by agreed.business_date desc, bank_line.bank_line_key
  limit 1
)
