-- fires: send_limit_lifecycle
-- corrupts: one approved send limit has an approval too few
update core.send_limit set approvals_received = approvals_required - 1
where rowid = (
  select max(rowid) from core.send_limit
  where company = $company and known_to is null and ledger_kind = 'allocation' and status = 'approved' and approvals_required > 0
    and approvals_received >= approvals_required
    and business_date >= $period_start::date and business_date < $period_end::date
)
