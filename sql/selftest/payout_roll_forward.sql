-- statement: account_balance_by_a_cent
-- fires: payout_roll_forward
-- corrupts: the balance of the payout account is one cent too high
update core.payout_account set current_balance = current_balance + 0.01
where rowid = (
  select account.rowid
  from core.payout_account as account
  cross join core.company as company
  where account.observed_at >= timezone(company.zone, $period_end::timestamp)
  order by account.observed_at, account.receipt_id, account.account_id
  limit 1
);

-- statement: payout_movement_dropped
-- fires: payout_roll_forward
-- corrupts: the payout ledger is missing its latest allocation
update core.payout_movement set status = 'expired'
where rowid = (
  select allocation.rowid
  from core.payout_movement as allocation
  inner join core.payout_account as account on account.currency = allocation.currency
  cross join core.company as company
  where account.observed_at >= timezone(company.zone, $period_end::timestamp)
    and allocation.known_to is null and allocation.ledger_kind = 'allocation' and allocation.status in ('approved', 'success')
    and allocation.updated_at < timezone(company.zone, $period_end::timestamp)
    and allocation.updated_at >= timezone(company.zone, $period_start::timestamp)
  order by allocation.updated_at desc, allocation.movement_id
  limit 1
);
