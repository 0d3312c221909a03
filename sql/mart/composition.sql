-- statement: composition
-- What a balance consists of, and what stands between two balances. An item counts from the day on which it arose until the day
-- before the one on which it ended, whenever that became known: a deposit received on 3 November was in transit on 31 October.
-- grain: one item of a statement, from the day on which it arose
-- key: currency, statement, part, kind, item_key, since_on
-- reads: recon.item, recon.run, recon.reason, recon.reconciliation, recon.decision_now, core.company, core.deposit_due, core.payment_now,
--   core.payout_moved, core.reserve
create or replace view mart.composition as
with
-- a written-off, accepted or matched item is in the books from the effective day of its decision; an explained item stays
decided as (
  select
    decision.break_id,
    decision.author as decided_by,
    decision.account,
    decision.effective_on,
    case decision.decision when 'write_off' then 'written_off' when 'accept' then 'accepted' else 'matched_by_hand' end as ended_by
  from recon.decision_now as decision
  where decision.is_settled and decision.decision in ('write_off', 'accept', 'match')
),
item as materialized (
  select
    item.run_id,
    item.currency,
    item.reconciliation,
    item.item_key,
    substr(item.break_id, 1, 12) as break_id,
    item.business_date,
    item.outcome,
    case
      when item.reconciliation = 'gateway_balance' then 'not_in_statement'
      else coalesce(item.reason_code, item.evidence ->> '$.reason_was', item.outcome)
    end as kind,
    item.right_key,
    coalesce(item.left_reference, item.right_reference) as reference,
    item.left_amount,
    item.right_amount,
    coalesce(item.right_minus_left, 0) as right_minus_left,
    cast(timezone(company.zone, item.left_at) as date) as left_on,
    cast(timezone(company.zone, item.right_at) as date) as right_on,
    case
      when item.reconciliation = 'gateway_balance' then 'In the gateway''s balance, not in its statement.'
      else coalesce(reason.meaning, reconciliation.title)
    end as meaning,
    if(decided.effective_on is null, null, greatest(decided.effective_on, item.business_date)) as decided_on,
    decided.ended_by,
    decided.decided_by,
    decided.account,
    try_cast(item.evidence ->> '$.booked_on' as date) as lost_booked_on,
    try_cast(item.evidence ->> '$.returned_on' as date) as lost_on,
    try_cast(item.evidence ->> '$.carried_to' as date) as carried_on
  from recon.item as item
  cross join core.company as company
  inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = item.reconciliation
  left join recon.reason as reason
    on reason.reconciliation = item.reconciliation and reason.reason_code = coalesce(item.reason_code, item.evidence ->> '$.reason_was')
  left join decided on decided.break_id = item.break_id
  where item.reconciliation = 'bank_to_settlement'
    or item.reconciliation in ('orders_to_statement', 'order_refunds', 'gateway_balance', 'allocations_to_payouts', 'allocation_lifecycle')
    and item.right_minus_left <> 0
),
-- the transfers of the gateway to the bank; received_on is not known while a match is only suggested. A transfer is not overdue
-- while no bank file covers the day on which it is expected
transfer as (
  select item.*, deposit_due.expected_on, item.right_on as sent_on,
    if(item.kind = 'not_arrived_yet', greatest(deposit_due.expected_on, run.as_of), deposit_due.expected_on) as overdue_on,
    -- what is carried forward ends with the settlement that makes up for it
    coalesce(case when item.outcome <> 'suggested' then item.left_on end, item.carried_on) as received_on
  from item
  inner join recon.run as run on run.run_id = item.run_id
  left join core.deposit_due as deposit_due on 'sent:' || deposit_due.deposit_key = item.item_key
  where item.reconciliation = 'bank_to_settlement' and item.right_key is not null
),
standing as (
  select currency, 'gateway' as statement, 'reconciling' as part, kind, meaning, item_key, break_id, reference,
    business_date as since_on, decided_on as ended_on, ended_by, decided_by, account, null::date as expected_on, null::date as overdue_on,
    -- a refund lowers the balance
    case when reconciliation = 'order_refunds' then right_minus_left else -right_minus_left end as amount
  from item
  where reconciliation in ('orders_to_statement', 'order_refunds', 'gateway_balance')
  union all
  select currency, 'gateway', 'consists_of', 'not_settled', 'Payments that are not settled.', payment_key, null, reference,
    business_date, settlement_date, if(settlement_date is null, null, 'settled'), null, null, null, null,
    case when direction = 'outgoing' then -net_amount else net_amount end
  from core.payment_now
  where kind = 'payment' and is_money_moved and occurrence = 1 and business_date is not null
  union all
  select currency, 'gateway', 'consists_of', 'reserved', 'Withheld as a reserve.', 'reserve:' || business_date::text, null, null,
    business_date, release_on, if(release_on is null, null, 'released'), null, null, release_on, null, withheld
  from core.reserve
  union all
  -- in transit until the deposit; a bank may book a deposit before the day that the gateway gives
  select currency, 'deposits', 'in_transit', if(kind = 'carried_forward', kind, 'in_transit'),
    if(kind = 'carried_forward', meaning, 'Sent by the gateway, not received by the bank.'), item_key, break_id, reference, sent_on,
    coalesce(received_on, lost_booked_on, decided_on),
    if(coalesce(received_on, lost_booked_on) is null, ended_by, if(kind = 'carried_forward', 'sent', 'received')),
    if(coalesce(received_on, lost_booked_on) is null, decided_by, null), if(coalesce(received_on, lost_booked_on) is null, account, null),
    expected_on, overdue_on, right_amount
  from transfer
  where received_on is null or received_on >= sent_on
  union all
  select currency, 'deposits', 'in_transit', 'received_before_sent', 'Received by the bank before the day that the gateway gives.',
    item_key, break_id, reference, received_on, sent_on, 'sent', null, null, null, null, -right_amount
  from transfer
  where received_on < sent_on
  union all
  -- the rest of a deposit of another amount, and a deposit that the bank returned
  select currency, 'deposits', 'in_transit', kind, meaning, item_key, break_id, reference,
    coalesce(lost_on, received_on, lost_booked_on), decided_on, ended_by, decided_by, account, null, null,
    if(lost_booked_on is null, right_minus_left, right_amount)
  from transfer
  where lost_booked_on is not null or received_on is not null and right_minus_left <> 0
  union all
  -- a deposit whose transfer is only suggested, too: the transfer is in transit until somebody decides
  select currency, 'deposits', 'unidentified', kind, meaning, item_key, break_id, reference,
    left_on, decided_on, ended_by, decided_by, account, null, null, left_amount
  from item
  where reconciliation = 'bank_to_settlement' and left_amount is not null and (right_key is null or outcome = 'suggested')
  union all
  select currency, 'payout', 'open', kind, meaning, item_key, break_id, reference,
    business_date, decided_on, ended_by, decided_by, account, null, null, right_minus_left
  from item
  where reconciliation in ('allocations_to_payouts', 'allocation_lifecycle')
  union all
  -- the payout account has an allocation from its approval on, and the gateway until the settlement
  select moved.currency, 'gateway', 'consists_of', 'allocated',
    'Already in the payout account, and in this balance until the settlement.', 'allocation:' || moved.movement_id, null, null,
    cast(timezone(company.zone, moved.moved_at) as date), moved.settlement_on, 'settled', null, null, moved.settlement_on, null, moved.net_amount
  from core.payout_moved as moved
  cross join core.company as company
  where moved.ledger_kind = 'allocation' and cast(timezone(company.zone, moved.moved_at) as date) < moved.settlement_on
)
select
  core.this_company() as company, currency, statement, part, kind, meaning, since_on, ended_on, ended_by, expected_on, overdue_on,
  amount::decimal(38, 4) as amount, reference, break_id, item_key, decided_by, account
from standing;

comment on view mart.composition is 'One item of a statement, from the day on which it arose to the day on which it ended. What does a balance consist of on a day, and what stands between it and the books?';
comment on column mart.composition.statement is 'Statement to which it belongs: gateway (clearing account), deposits (proof of deposits) or payout (payout account).';
comment on column mart.composition.part is 'reconciling (between the balance and the books), consists_of (in the balance), in_transit, unidentified (receipts without a transfer, or whose transfer is only suggested) or open (beside the balance).';
comment on column mart.composition.kind is 'Kind of the item: the reason code of its reconciliation, not_in_statement, not_settled, reserved, allocated, in_transit or received_before_sent.';
comment on column mart.composition.meaning is 'Meaning of the kind.';
comment on column mart.composition.since_on is 'Day from which it counts.';
comment on column mart.composition.ended_on is 'Day from which it no longer counts, whenever that became known; empty while it stands.';
comment on column mart.composition.ended_by is 'settled, released, received, sent, or the decision: accepted, written_off, matched_by_hand.';
comment on column mart.composition.expected_on is 'Day on which it is expected to end.';
comment on column mart.composition.overdue_on is 'Day at whose end a deposit is overdue if the bank has not received it; a later day while no bank file covers it.';
comment on column mart.composition.amount is 'Amount that it adds to the balance, in major units.';
comment on column mart.composition.reference is 'Reference of the record.';
comment on column mart.composition.break_id is 'Stable id of the item (mart.item); empty where the record is part of a balance.';
comment on column mart.composition.item_key is 'Key of the item or record.';
comment on column mart.composition.decided_by is 'Author of the decision that ended it.';
comment on column mart.composition.account is 'Account to which the item was written off within the limit.';
