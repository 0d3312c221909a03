-- grain: one settlement: what the gateway settled for one company and currency on one day
-- key: company, currency, settlement_date
-- reads: core.payment_now, core.payout_movement, recon.item
create or replace view publish.settlement as
with
line as (
  select payment.*
  from core.payment_now as payment
  where payment.is_money_moved and payment.occurrence = 1 and payment.settled_at is not null and payment.kind <> 'disbursement'
),
settled as (
  select
    company,
    currency,
    settlement_date,
    count(*) as line_count,
    min(business_date) as first_paid_on,
    max(business_date) as last_paid_on,
    coalesce(sum(amount) filter (direction = 'incoming'), 0) as incoming_amount,
    coalesce(sum(amount) filter (direction = 'outgoing'), 0) as outgoing_amount,
    sum(fee) as charged_fee,
    sum(case when direction = 'outgoing' then -net_amount else net_amount end) as net_amount,
    sum(case when direction = 'outgoing' then -amount else amount end) as moved_amount
  from line
  group by company, currency, settlement_date
),
allocated as (
  select company, currency, settlement_on as settlement_date, sum(amount) as allocated_amount
  from core.payout_movement
  where known_to is null and ledger_kind = 'allocation' and status in ('approved', 'success')
  group by company, currency, settlement_on
)
select
  settled.company,
  settled.currency,
  settled.settlement_date,
  settled.line_count,
  settled.first_paid_on,
  settled.last_paid_on,
  settled.incoming_amount::decimal(38, 4) as incoming_amount,
  settled.outgoing_amount::decimal(38, 4) as outgoing_amount,
  settled.charged_fee::decimal(38, 4) as charged_fee,
  (settled.moved_amount - settled.charged_fee - settled.net_amount)::decimal(38, 4) as withheld_amount,
  settled.net_amount::decimal(38, 4) as net_amount,
  coalesce(allocated.allocated_amount, 0)::decimal(38, 4) as allocated_amount,
  (settled.net_amount - coalesce(allocated.allocated_amount, 0))::decimal(38, 4) as not_allocated_amount,
  deposit.left_amount as deposited_amount,
  deposit.outcome as deposit_outcome
from settled
left join allocated
  on allocated.company = settled.company and allocated.currency = settled.currency and allocated.settlement_date = settled.settlement_date
left join recon.item as deposit
  on deposit.reconciliation = 'bank_to_settlement' and deposit.company = settled.company
  and deposit.item_key = format('sent:settlement:{}:{}', settled.currency, strftime(settled.settlement_date, '%Y-%m-%d'));

create table if not exists mart.settlement as from publish.settlement limit 0;

comment on table mart.settlement is 'Settlement of one day, from gross to net, and its use. Which payments are in this deposit, and what was deducted?';
comment on column mart.settlement.company is 'Company, as named in the configuration.';
comment on column mart.settlement.currency is 'ISO 4217 code of the amounts.';
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
comment on column mart.settlement.deposited_amount is 'Bank deposit of the settlement, in major units; empty where deposits are not settlements, or none was found.';
comment on column mart.settlement.deposit_outcome is 'Outcome of bank_to_settlement for the deposit; empty where deposits are not settlements.';
