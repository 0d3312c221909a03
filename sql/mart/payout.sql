-- statement: payout
-- grain: one payout to a recipient, in its latest version
-- key: company, payout_id
-- reads: core.payout, core.recipient, core.payout_currency, raw.receipt
create or replace view publish.payout as
select
  payout.company,
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
  payout.created_at,
  payout.updated_at,
  receipt.file_name,
  payout.line_no::bigint as line_no,
  payout.receipt_id
from core.payout as payout
left join core.payout_currency as account_currency on account_currency.company = payout.company
left join core.recipient as recipient
  on recipient.company = payout.company and recipient.recipient_id = payout.recipient_id and recipient.known_to is null
left join raw.receipt as receipt on receipt.receipt_id = payout.receipt_id
where payout.known_to is null;

create table if not exists mart.payout as from publish.payout limit 0;

comment on table mart.payout is 'One payout to a recipient, in its latest version. What was paid out, and what is its state?';
comment on column mart.payout.payout_id is 'Id of the payout at the payout service.';
comment on column mart.payout.description is 'Description.';
comment on column mart.payout.amount is 'Amount, in major units.';
comment on column mart.payout.state is 'State, as reported by the payout service.';
comment on column mart.payout.recipient_id is 'Id of the recipient at the payout service.';
comment on column mart.payout.bank_code is 'Bank code of the recipient.';
comment on column mart.payout.recipient_status is 'Verification status of the recipient.';
comment on column mart.payout.created_at is 'Time of the instruction.';
comment on column mart.payout.updated_at is 'Time of the last change.';
comment on column mart.payout.receipt_id is 'Receipt number of that file.';

-- statement: settlement
-- grain: one settlement: what the gateway settled for one company and currency on one day
-- key: company, currency, settlement_date
-- reads: core.settlement, recon.item
create or replace view publish.settlement as
select
  settled.company, settled.currency, settled.settlement_date, settled.line_count, settled.first_paid_on, settled.last_paid_on,
  settled.incoming_amount::decimal(38, 4) as incoming_amount,
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
  on deposit.reconciliation = 'bank_to_settlement' and deposit.company = settled.company
  and deposit.item_key = format('sent:settlement:{}:{}', settled.currency, strftime(settled.settlement_date, '%Y-%m-%d'));

create table if not exists mart.settlement as from publish.settlement limit 0;

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
-- key: company, currency, business_date
-- reads: core.reserve, core.gateway_balance_at, core.company
create or replace view publish.reserve as
with read_through as (
  select reading.company, reading.currency, max(cast(timezone(company.zone, reading.balance_at) as date)) as day_after
  from core.gateway_balance_at as reading
  inner join core.company as company on company.company = reading.company
  group by reading.company, reading.currency
)
select
  reserve.company,
  reserve.currency,
  reserve.business_date,
  reserve.payment_count,
  reserve.withheld as withheld_amount,
  reserve.release_on,
  (case when reserve.release_on < read_through.day_after then reserve.withheld else 0 end)::decimal(38, 4) as due_amount,
  (case when reserve.release_on < read_through.day_after then 0 else reserve.withheld end)::decimal(38, 4) as outstanding_amount
from core.reserve as reserve
left join read_through on read_through.company = reserve.company and read_through.currency = reserve.currency;

create table if not exists mart.reserve as from publish.reserve limit 0;

comment on table mart.reserve is 'What the gateway withheld from the payments of each day. When is it released, and how much is outstanding?';
comment on column mart.reserve.currency is 'ISO 4217 code.';
comment on column mart.reserve.business_date is 'Day of the payments, in the time zone of the company.';
comment on column mart.reserve.payment_count is 'Number of payments with a withheld amount.';
comment on column mart.reserve.withheld_amount is 'Amount withheld from these payments, in major units.';
comment on column mart.reserve.release_on is 'Expected day of release (statement.reserve_days); null if the configuration does not say.';
comment on column mart.reserve.due_amount is 'Amount due for release by the last reading of the balance; reserve_roll_forward proves that it was released.';
comment on column mart.reserve.outstanding_amount is 'Amount not due by then, or without an expected day.';
