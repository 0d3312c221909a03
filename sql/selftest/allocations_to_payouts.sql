-- statement: instruction_dropped
-- fires: allocations_to_payouts | missing_right | ledger_row_without_instruction
-- corrupts: the instruction of a payout is missing
delete from core.payout where rowid = (
  select row_id
  from agreed_payout
  where reconciliation = 'allocations_to_payouts'
  order by agreed_on, right_key
  limit 1
);

-- statement: instruction_left_under_way
-- fires: allocations_to_payouts | status_differs | instruction_stuck
-- corrupts: a payout charged a month ago is still pending
update core.payout set state = 'executing', created_at = created_at - interval 30 day
where rowid = newest_payout('allocations_to_payouts');

-- statement: instruction_rejected
-- fires: allocations_to_payouts | status_differs | rejected_but_debited
-- corrupts: a payout was rejected and charged
update core.payout set state = 'rejected'
where rowid = (
  select payout.row_id
  from agreed_payout as payout
  where payout.reconciliation = 'allocations_to_payouts'
    and exists (select 1 from core.payout_movement as named where named.payout_id = payout.payout_id)
  order by payout.agreed_on desc, payout.right_key
  limit 1
);

-- statement: payout_amount_by_a_cent
-- fires: allocations_to_payouts | amount_differs | amount_differs
-- corrupts: a payout instruction exceeds the amount charged by one cent
update core.payout set amount = amount + 0.01
where rowid = (
  select payout.row_id
  from agreed_payout as payout
  where payout.reconciliation = 'allocations_to_payouts'
    and exists (select 1 from core.payout_movement as named where named.payout_id = payout.payout_id)
  order by payout.agreed_on desc, payout.right_key
  limit 1
);

-- statement: payout_charge_dropped
-- fires: allocations_to_payouts | missing_left | instruction_without_ledger_row
-- corrupts: the payout ledger has no record of a completed payout
delete from core.payout_movement where rowid = (
  select movement.row_id
  from agreed_movement as movement
  where movement.reconciliation = 'allocations_to_payouts'
    and exists (
      select 1 from core.payout as payout
      where payout.payout_id::text = movement.right_key and payout.known_to is null
        and payout.state = 'completed'
    )
  order by movement.agreed_on desc, movement.right_key
  limit 1
);

-- statement: payout_charged_a_month_before
-- fires: allocations_to_payouts | control_breach | charged_out_of_time
-- corrupts: a charge is dated a month before its payout instruction
update core.payout_movement set created_at = created_at - interval 31 days, business_date = business_date - 31
where rowid = newest_movement('allocations_to_payouts', payout_id is not null);

-- statement: payout_charged_for_another
-- fires: allocations_to_payouts | control_breach | recipient_differs
-- corrupts: a charge names another recipient than its payout instruction
update core.payout_movement set recipient_id = recipient_id + 1
where rowid = newest_movement('allocations_to_payouts', payout_id is not null and recipient_id is not null);

-- statement: payout_charged_twice
-- fires: allocations_to_payouts | duplicate | ledger_row_twice
-- corrupts: the payout ledger charges a payout twice
insert into core.payout_movement
select * replace (movement_id + 1000000000 as movement_id)
from core.payout_movement
where rowid = newest_movement('allocations_to_payouts', payout_id is not null);

-- statement: payout_fee_by_a_cent
-- fires: allocations_to_payouts | fee_differs | fee_differs
-- corrupts: the payout ledger charges a fee one cent too high
update core.payout_movement set fee = fee + 0.01, net_amount = net_amount - 0.01
where rowid = newest_movement('allocations_to_payouts');

-- statement: payout_net_by_a_cent
-- fires: allocations_to_payouts | amount_differs | net_differs
-- corrupts: the net amount of a charge is one cent above its amount less its fee
update core.payout_movement set net_amount = net_amount + 0.01
where rowid = newest_movement('allocations_to_payouts');

-- statement: payout_webhook_contradicts
-- fires: allocations_to_payouts | status_differs | event_contradicted
-- corrupts: a webhook reported that a completed payout was rejected
insert into core.payout_event by name
select
  'corrupted' as event_key, 'instruction' as kind, payout_id as object_id, 'rejected' as status, currency, amount,
  updated_at as occurred_at, updated_at as received_at, business_date, receipt_id, line_no, known_from
from core.payout
where rowid = (
  select row_id
  from agreed_payout
  where reconciliation = 'allocations_to_payouts' and state = 'completed'
  order by agreed_on, right_key
  limit 1
);

-- statement: verification_of_unknown
-- fires: allocations_to_payouts | missing_right | recipient_unknown
-- corrupts: the verification of a recipient was charged who is in no list
update core.payout_movement set recipient_id = -1
where rowid = newest_movement('allocations_to_payouts', ledger_kind = 'verification');
