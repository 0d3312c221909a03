-- fires: beneficiaries | missing_left | account_unknown
-- corrupts: a paid recipient is not on the list
delete from core.recipient where rowid = (
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
