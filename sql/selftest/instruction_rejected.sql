-- fires: allocations_to_payouts | status_differs | rejected_but_debited
-- corrupts: a payout was rejected and charged
update core.payout set state = 'rejected'
where rowid = (
  select payout.rowid
  from core.payout as payout
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocations_to_payouts' and agreed.outcome = 'matched' and agreed.company = payout.company
    and agreed.right_key = payout.payout_id::text
  where payout.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and payout.known_to is null
    and exists (select 1 from core.payout_movement as named where named.company = payout.company and named.payout_id = payout.payout_id)
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
