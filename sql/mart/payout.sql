-- statement: payout
-- grain: one payout to a recipient, in its latest version
-- key: payout_id
-- reads: core.payout, core.recipient, core.payout_currency, raw.receipt
create table mart.payout as
select
  core.this_company() as company,
  coalesce(payout.currency, account_currency.currency) as currency,
  payout.business_date,
  payout.payout_id as payout_id,
  payout.reference,
  payout.description,
  payout.amount,
  payout.state,
  payout.recipient_id,
  recipient.bank_code,
  recipient.status as recipient_status,
  recipient.rejection_reason,
  payout.created_at,
  payout.updated_at,
  receipt.file_name,
  payout.line_no::bigint as line_no,
  payout.receipt_id
from core.payout as payout
cross join core.payout_currency as account_currency
left join core.recipient as recipient
  on recipient.recipient_id = payout.recipient_id and recipient.known_to is null
left join raw.receipt as receipt on receipt.receipt_id = payout.receipt_id
where payout.known_to is null;

comment on table mart.payout is 'One payout to a recipient, in its latest version. What was paid out, and what is its state?';
comment on column mart.payout.payout_id is 'Id of the payout at the payout service.';
comment on column mart.payout.description is 'Description.';
comment on column mart.payout.amount is 'Amount, in major units.';
comment on column mart.payout.state is 'State, as reported by the payout service.';
comment on column mart.payout.recipient_id is 'Id of the recipient at the payout service.';
comment on column mart.payout.bank_code is 'Bank code of the recipient.';
comment on column mart.payout.recipient_status is 'Verification status of the recipient: pending, verified or rejected.';
comment on column mart.payout.rejection_reason is 'Why the payout service rejected the recipient; empty otherwise.';
comment on column mart.payout.created_at is 'Time of the instruction.';
comment on column mart.payout.updated_at is 'Time of the last change.';
comment on column mart.payout.receipt_id is 'Receipt number of that file.';

-- statement: settlement
-- grain: one settlement: what the gateway settled for one currency on one day
-- key: currency, settlement_date
-- reads: core.settlement, recon.item
create table mart.settlement as
select
  core.this_company() as company, settled.currency, settled.settlement_date, settled.line_count, settled.first_paid_on,
  settled.last_paid_on, settled.incoming_amount::decimal(38, 4) as incoming_amount,
  settled.outgoing_amount::decimal(38, 4) as outgoing_amount,
  settled.charged_fee::decimal(38, 4) as charged_fee,
  (settled.incoming_amount - settled.outgoing_amount - settled.charged_fee - settled.net_amount)::decimal(38, 4) as withheld_amount,
  settled.net_amount::decimal(38, 4) as net_amount,
  settled.allocated_amount::decimal(38, 4) as allocated_amount,
  (settled.net_amount - settled.allocated_amount)::decimal(38, 4) as not_allocated_amount,
  deposit.left_amount as deposited_amount,
  deposit.outcome as deposit_outcome,
  try_cast(deposit.evidence ->> '$.carried_to' as date) as carried_to
from core.settlement as settled
left join recon.item as deposit
  on deposit.reconciliation = 'bank_to_settlement'
  and deposit.item_key = format('sent:settlement:{}:{}', settled.currency, strftime(settled.settlement_date, '%Y-%m-%d'));

comment on table mart.settlement is 'Settlement of one day, from gross to net, and its use. Which payments are in this deposit, and what was deducted?';
comment on column mart.settlement.settlement_date is 'Settlement day in the time zone of the company.';
comment on column mart.settlement.line_count is 'Number of settled statement lines.';
comment on column mart.settlement.first_paid_on is 'Earliest business day of those lines.';
comment on column mart.settlement.last_paid_on is 'Latest business day of those lines.';
comment on column mart.settlement.incoming_amount is 'Gross amount of payments, in major units.';
comment on column mart.settlement.outgoing_amount is 'Refunds and chargebacks settled, in major units.';
comment on column mart.settlement.charged_fee is 'Fees charged by the gateway on those lines, in major units.';
comment on column mart.settlement.withheld_amount is 'Other deductions, such as a rolling reserve, in major units.';
comment on column mart.settlement.net_amount is 'Incoming less outgoing, fees and withheld amounts, in major units.';
comment on column mart.settlement.allocated_amount is 'Amount allocated to the payout account, in major units.';
comment on column mart.settlement.not_allocated_amount is 'Net less allocated: sent to the bank or left at the gateway, in major units.';
comment on column mart.settlement.deposited_amount is 'Bank deposit of the settlement, in major units; empty where deposits are not settlements, or no deposit was found.';
comment on column mart.settlement.deposit_outcome is 'Outcome of bank_to_settlement for the deposit; empty where deposits are not settlements.';
comment on column mart.settlement.carried_to is 'Day of the later settlement whose deposit this settlement reduced; otherwise empty.';

-- statement: reserve
-- grain: one business day and currency with payments that had an amount withheld
-- key: currency, business_date
-- reads: core.reserve, core.gateway_balance_at, core.company
create table mart.reserve as
with read_through as (
  select reading.currency, max(cast(timezone(company.zone, reading.balance_at) as date)) as day_after
  from core.gateway_balance_at as reading
  cross join core.company as company
  group by reading.currency
)
select
  core.this_company() as company,
  reserve.currency,
  reserve.business_date,
  reserve.payment_count,
  reserve.withheld as withheld_amount,
  reserve.release_on,
  (case when reserve.release_on < read_through.day_after then reserve.withheld else 0 end)::decimal(38, 4) as due_amount,
  (case when reserve.release_on < read_through.day_after then 0 else reserve.withheld end)::decimal(38, 4) as outstanding_amount
from core.reserve as reserve
left join read_through on read_through.currency = reserve.currency;

comment on table mart.reserve is 'What the gateway withheld from the payments of each day. When is it released, and how much is outstanding?';
comment on column mart.reserve.currency is 'ISO 4217 code.';
comment on column mart.reserve.business_date is 'Day of the payments, in the time zone of the company.';
comment on column mart.reserve.payment_count is 'Number of payments with a withheld amount.';
comment on column mart.reserve.withheld_amount is 'Amount withheld from these payments, in major units.';
comment on column mart.reserve.release_on is 'Expected day of release (statement.reserve_days); null if the configuration does not say.';
comment on column mart.reserve.due_amount is 'Amount due for release by the last reading of the balance; reserve_roll_forward proves that it was released.';
comment on column mart.reserve.outstanding_amount is 'Amount not due by then, or without an expected day.';

-- statement: payout_ledger
-- grain: one record of the payout account's ledger in its latest version
-- key: movement_id
-- reads: core.payout_movement, core.payout_moved, core.payout, core.recipient, core.company_terms, raw.receipt
create or replace view mart.payout_ledger as
select
  core.this_company() as company,
  movement.currency,
  movement.business_date,
  movement.movement_id,
  movement.ledger_kind,
  movement.status,
  movement.amount,
  movement.fee as charged_fee,
  movement.net_amount,
  cast(timezone(company.zone, moved.moved_at) as date) as moved_on,
  movement.settlement_on,
  movement.approvals_required,
  movement.approvals_received,
  movement.first_approved_at,
  movement.last_approved_at,
  if(
    movement.ledger_kind = 'allocation',
    core.approval_deadline(movement.created_at, movement.settlement_on, company.approval_deadline, movement.approval_zone), null
  ) as approval_due_at,
  movement.payout_id,
  payout.reference,
  payout.state as payout_state,
  movement.recipient_id,
  recipient.bank_code,
  recipient.status as recipient_status,
  recipient.rejection_reason,
  movement.created_at,
  movement.updated_at,
  receipt.file_name,
  movement.line_no::bigint as line_no,
  movement.receipt_id
from core.payout_movement as movement
cross join core.company_terms as company
left join core.payout_moved as moved on moved.movement_id = movement.movement_id
left join core.payout as payout
  on payout.payout_id = movement.payout_id and payout.known_to is null
left join core.recipient as recipient
  on recipient.recipient_id = coalesce(movement.recipient_id, payout.recipient_id)
  and recipient.known_to is null
left join raw.receipt as receipt on receipt.receipt_id = movement.receipt_id
where movement.known_to is null;

comment on view mart.payout_ledger is 'One record of the payout account''s ledger: an allocation with its approvals, a payout or a verification. Who was paid, what awaits approval, and why was a recipient rejected?';
comment on column mart.payout_ledger.movement_id is 'Id of the record at the payout service.';
comment on column mart.payout_ledger.ledger_kind is 'allocation (into the account), payout (to a recipient) or verification (of a recipient).';
comment on column mart.payout_ledger.status is 'Status, as reported by the payout service. Money moved at approved and success.';
comment on column mart.payout_ledger.amount is 'Amount, in major units.';
comment on column mart.payout_ledger.charged_fee is 'Fee charged by the payout service, in major units.';
comment on column mart.payout_ledger.net_amount is 'What the record adds to the account, in major units; negative for payouts and verifications.';
comment on column mart.payout_ledger.moved_on is 'Day on which it changed the balance; empty if it did not.';
comment on column mart.payout_ledger.settlement_on is 'Settlement day from which the money is allocated.';
comment on column mart.payout_ledger.approvals_required is 'Approvals that the allocation requires.';
comment on column mart.payout_ledger.approvals_received is 'Approvals that it received.';
comment on column mart.payout_ledger.first_approved_at is 'Time of the first approval; empty where the service does not list approvals.';
comment on column mart.payout_ledger.last_approved_at is 'Time of the last approval.';
comment on column mart.payout_ledger.approval_due_at is 'Time by which the allocation must be approved; it expires then.';
comment on column mart.payout_ledger.payout_id is 'Id of the payout (mart.payout).';
comment on column mart.payout_ledger.reference is 'Reference of the payout.';
comment on column mart.payout_ledger.payout_state is 'State of the payout.';
comment on column mart.payout_ledger.recipient_id is 'Id of the recipient at the payout service.';
comment on column mart.payout_ledger.bank_code is 'Bank code of the recipient.';
comment on column mart.payout_ledger.recipient_status is 'Verification status of the recipient: pending, verified or rejected.';
comment on column mart.payout_ledger.rejection_reason is 'Why the payout service rejected the recipient; empty otherwise.';
comment on column mart.payout_ledger.created_at is 'Time of the request or instruction.';
comment on column mart.payout_ledger.updated_at is 'Time of the last change.';
comment on column mart.payout_ledger.receipt_id is 'Receipt number of that file.';

-- statement: payout_account
-- grain: one day on which the balance of the payout account changed
-- key: currency, business_date
-- reads: core.payout_moved, core.company
create or replace view mart.payout_account as
with day as (
  select
    moved.currency,
    cast(timezone(company.zone, moved.moved_at) as date) as business_date,
    coalesce(sum(moved.net_amount) filter (moved.ledger_kind = 'allocation'), 0)::decimal(38, 4) as allocated_amount,
    coalesce(sum(-moved.net_amount) filter (moved.ledger_kind = 'payout'), 0)::decimal(38, 4) as payout_amount,
    coalesce(sum(-moved.net_amount) filter (moved.ledger_kind = 'verification'), 0)::decimal(38, 4) as verification_amount,
    sum(moved.net_amount)::decimal(38, 4) as change
  from core.payout_moved as moved
  cross join core.company as company
  group by all
)
select
  core.this_company() as company,
  currency,
  business_date,
  (sum(change) over account - change)::decimal(38, 4) as opening_amount,
  allocated_amount,
  payout_amount,
  verification_amount,
  (sum(change) over account)::decimal(38, 4) as closing_amount
from day
window account as (partition by currency order by business_date);

comment on view mart.payout_account is 'The payout account by its ledger, on each day that changed it. How much was allocated, how much of it was paid out, and how much may still be paid out?';
comment on column mart.payout_account.business_date is 'Day of the allocation''s last change or of the payout, in the time zone of the company.';
comment on column mart.payout_account.opening_amount is 'Left for payouts at the start of the day, in major units.';
comment on column mart.payout_account.allocated_amount is 'Allocated on the day, net of fees, in major units.';
comment on column mart.payout_account.payout_amount is 'Used by payouts on the day, with their fees, in major units.';
comment on column mart.payout_account.verification_amount is 'Used by verifications of recipients on the day, with their fees, in major units.';
comment on column mart.payout_account.closing_amount is 'Left for payouts at the end of the day: opening and allocated less used, in major units. The balance that the service states is in mart.money_flow.'
