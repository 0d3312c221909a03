-- statement: allocation_left_pending
-- fires: allocation_lifecycle | control_breach | pending_past_deadline
-- corrupts: an allocation is still pending past its approval deadline
update core.payout_movement set status = 'pending'
where rowid = (
  select row_id
  from agreed_movement
  where reconciliation = 'allocation_lifecycle' and status in ('approved', 'success')
  order by agreed_on, movement_id
  limit 1
);

-- statement: allocation_of_past_settlement
-- fires: allocation_lifecycle | control_breach | settlement_not_upcoming
-- corrupts: an allocation is from a settlement of the week before
update core.payout_movement set settlement_on = settlement_on - 7
where rowid = (
  select row_id
  from agreed_movement
  where reconciliation = 'allocation_lifecycle' and status in ('approved', 'success') and approvals_required > 0
  order by agreed_on desc, right_key
  limit 1
);

-- statement: allocation_status_unknown
-- fires: allocation_lifecycle | status_differs | status_unknown
-- corrupts: an allocation has a status that the specification does not list
update core.payout_movement set status = 'half_approved'
where rowid = (
  select row_id
  from agreed_movement
  where reconciliation = 'allocation_lifecycle' and status in ('approved', 'success')
  order by agreed_on, movement_id
  limit 1
);

-- statement: allocation_webhook_contradicts
-- fires: allocation_lifecycle | status_differs | event_contradicted
-- corrupts: a webhook reported that an approved allocation expired
insert into core.payout_event by name
select
  'corrupted' as event_key, 'allocation' as kind, movement_id as object_id, 'expired' as status, currency, amount,
  updated_at as occurred_at, updated_at as received_at, business_date, receipt_id, line_no, known_from
from core.payout_movement
where rowid = (
  select row_id
  from agreed_movement
  where reconciliation = 'allocation_lifecycle' and status in ('approved', 'success')
  order by agreed_on, movement_id
  limit 1
);

-- statement: approval_after_deadline
-- fires: allocation_lifecycle | control_breach | approved_out_of_time
-- corrupts: an allocation was approved a week after its deadline
update core.payout_movement set last_approved_at = last_approved_at + interval 7 days
where rowid = (
  select row_id
  from agreed_movement
  where reconciliation = 'allocation_lifecycle' and status in ('approved', 'success') and approvals_required > 0
    and last_approved_at is not null
  order by agreed_on desc, right_key
  limit 1
);

-- statement: approval_not_in_list
-- fires: allocation_lifecycle | control_breach | approvals_contradict
-- corrupts: the list of approvals has one more than the request states
update core.payout_movement set approvals_listed = approvals_listed + 1
where rowid = newest_movement('allocation_lifecycle', approvals_listed is not null);

-- statement: approval_taken_away
-- fires: allocation_lifecycle | control_breach | approved_without_approvals
-- corrupts: an allocation was made with one approval too few
update core.payout_movement set approvals_received = approvals_required - 1
where rowid = (
  select row_id
  from agreed_movement
  where reconciliation = 'allocation_lifecycle' and status in ('approved', 'success') and approvals_required > 0
  order by agreed_on, movement_id
  limit 1
);
