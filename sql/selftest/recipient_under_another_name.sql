-- fires: beneficiaries | control_breach | account_under_two_names
-- corrupts: one bank account is listed under two names
insert into core.recipient
select * replace (
  recipient_id + 1000000000 as recipient_id,
  'DIFFERENT NAME' as name,
  timezone('UTC', $period_end::timestamp - interval 36 hours) as created_at
)
from core.recipient
where rowid = (
  select account.rowid
  from core.recipient as account
  inner join recon.item as agreed
    on agreed.reconciliation = 'beneficiaries' and agreed.outcome = 'matched' and agreed.company = account.company
    and agreed.left_key = account.recipient_id::text
  where account.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and account.known_to is null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
