-- fires: beneficiaries | control_breach | account_changed
-- corrupts: the bank account number of a recipient changed between verification and payout
insert into core.recipient
select * replace (
  '1' || account_number as account_number,
  known_from - interval 900 days as known_from,
  timestamptz '2000-01-01 00:00:00+00' as known_to
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
