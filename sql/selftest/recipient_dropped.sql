-- fires: beneficiaries | missing_left | account_unknown
-- corrupts: the recipient of a payout is in no list
update core.payout set recipient_id = -1
where rowid = (
  select payout.rowid
  from core.payout as payout
  inner join recon.item as agreed
    on agreed.reconciliation = 'beneficiaries' and agreed.outcome = 'matched' and agreed.company = payout.company
    and agreed.right_key = payout.payout_id::text
  where payout.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and payout.known_to is null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
