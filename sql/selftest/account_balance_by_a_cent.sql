-- fires: payout_roll_forward
-- corrupts: the balance of the payout account is one cent too high
update core.payout_account set current_balance = current_balance + 0.01
where rowid = (
  select account.rowid
  from core.payout_account as account
  inner join core.company as company on company.company = account.company
  where account.company = $company and account.observed_at >= timezone(company.zone, $period_end::timestamp)
  order by account.observed_at, account.file_id, account.account_id
  limit 1
)
