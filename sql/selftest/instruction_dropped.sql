-- fires: allocations_to_payouts | missing_right | ledger_row_without_instruction
-- corrupts: the instruction of a payout is missing
delete from core.payout where rowid = (
  select payout.rowid
  from core.payout as payout
  inner join recon.item as agreed
    on agreed.reconciliation = 'allocations_to_payouts' and agreed.outcome = 'matched' and agreed.company = payout.company
    and agreed.right_key = payout.payout_id::text
  where payout.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and payout.known_to is null
  order by agreed.business_date, agreed.right_key
  limit 1
)
