-- fires: allocations_to_payouts | status_differs | instruction_stuck
-- corrupts: a payout charged a month ago is still pending
update core.payout set state = 'executing', created_at = created_at - interval 30 day
where rowid = (
  select payout.rowid
  from core.payout as payout
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocations_to_payouts' and agreed.outcome = 'matched' and agreed.company = payout.company
    and agreed.right_key = payout.payout_id::text
  where payout.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and payout.known_to is null
  order by agreed.business_date desc, agreed.right_key
  limit 1
)
