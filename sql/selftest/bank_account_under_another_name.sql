-- fires: beneficiaries | control_breach | account_under_two_names
-- corrupts: one bank account stands under two names
insert into core.bank_account
select * replace (
  bank_account_id + 1000000000 as bank_account_id,
  'SOMEBODY ELSE' as name,
  timezone('UTC', $period_end::timestamp - interval 36 hours) as created_at
)
from core.bank_account
where rowid = (
  select account.rowid
  from core.bank_account as account
  inner join recon.item as agreed
    on agreed.reconciliation = 'beneficiaries' and agreed.outcome = 'matched' and agreed.company = account.company
    and agreed.left_key = account.bank_account_id::text
  where account.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and account.known_to is null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
