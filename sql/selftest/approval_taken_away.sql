-- fires: send_limit_lifecycle | control_breach | approved_without_approvals
-- corrupts: a send limit was given by one person too few
update core.send_limit set approvals_received = approvals_required - 1
where rowid = (
  select send_limit.rowid
  from core.send_limit as send_limit
  inner join recon.item as agreed
    on agreed.reconciliation = 'send_limit_lifecycle' and agreed.outcome = 'matched' and agreed.company = send_limit.company
    and agreed.left_key = send_limit.send_limit_id::text
  where send_limit.company = $company and agreed.business_date >= $period_start::date and agreed.business_date < $period_end::date
    and send_limit.known_to is null and send_limit.status in ('approved', 'success') and send_limit.approvals_required > 0
  order by agreed.business_date, send_limit.send_limit_id
  limit 1
)
