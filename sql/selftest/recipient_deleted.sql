-- fires: beneficiaries | control_breach | account_deleted
-- corrupts: a recipient was deleted before the payout
update core.recipient set deleted_at = timestamptz '2000-01-01 00:00:00+00'
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
