-- fires: beneficiaries | duplicate | paid_twice
-- corrupts: the same bank account is paid the same amount for the same purpose twice
insert into core.payout
select * replace (payout_id + 1000000000 as payout_id, reference || '-again' as reference)
from core.payout
where rowid = (
  select payout.rowid
  from core.payout as payout
  inner join recon.item as agreed
    on agreed.reconciliation = 'beneficiaries' and agreed.outcome = 'matched' and agreed.company = payout.company
    and agreed.right_key = payout.payout_id::text
  where payout.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and payout.known_to is null
    and coalesce(trim(payout.description), '') <> '' and payout.reference is not null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
