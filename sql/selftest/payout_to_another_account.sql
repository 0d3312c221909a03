-- fires: beneficiaries | control_breach | paid_to_another_account
-- corrupts: the service states another bank account with a payout than that of its recipient
update core.payout set paid_account_number = '1' || paid_account_number
where rowid = (
  select payout.rowid
  from core.payout as payout
  inner join recon.item as agreed
    on agreed.reconciliation = 'beneficiaries' and agreed.outcome = 'matched' and agreed.company = payout.company
    and agreed.right_key = payout.payout_id::text
  where payout.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and payout.known_to is null
    and payout.paid_account_number is not null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
