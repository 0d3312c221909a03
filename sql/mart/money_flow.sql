-- statement: money_flow
-- grain: one step of the money flow on one business day
-- key: currency, business_date, step
-- reads: core.merchant_order, core.payment_now, core.payout_movement, core.gateway_deposit, recon.bridge_line
-- Amounts settled, sent to the bank or allocated on a day are mostly from earlier days: the steps of a day do not add up,
-- those of a month nearly do. The two balances are as at the end of the day, and must not be added up over days.
create table mart.money_flow as
with
ordered as (
  select
    currency, business_date,
    sum(amount) as ordered,
    -sum(amount) filter (not is_paid) as not_paid,
    count(*) as order_count,
    count(*) filter (not is_paid) as not_paid_count
  from core.merchant_order
  where known_to is null
  group by currency, business_date
),
moved as (
  select
    currency, business_date,
    sum(amount) filter (kind = 'payment') as paid,
    count(*) filter (kind = 'payment') as paid_count,
    -sum(fee) as fees,
    count(*) filter (fee <> 0) as fees_count,
    -sum(amount) filter (kind = 'refund') as refunded,
    count(*) filter (kind = 'refund') as refunded_count,
    -sum(amount) filter (kind = 'chargeback') as charged_back,
    count(*) filter (kind = 'chargeback') as charged_back_count
  from core.payment_now
  where is_money_moved and occurrence = 1
  group by currency, business_date
),
settled as (
  select
    payment.currency, payment.settlement_date as business_date,
    sum(payment.net_amount) as settled,
    count(*) as settled_count
  from core.payment_now as payment
  where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1 and payment.settled_at is not null
  group by payment.currency, payment.settlement_date
),
to_bank as (
  select currency, sent_on as business_date, -sum(amount) as to_bank, count(*) as to_bank_count
  from core.gateway_deposit
  where amount > 0
  group by currency, sent_on
),
allocated as (
  select currency, settlement_on as business_date, sum(amount) as allocated, count(*) as allocated_count
  from core.payout_movement
  where known_to is null and ledger_kind = 'allocation' and status in ('approved', 'success') and settlement_on is not null
  group by currency, settlement_on
),
paid_out as (
  select
    currency, business_date,
    sum(amount) filter (ledger_kind = 'payout') as paid_out,
    count(*) filter (ledger_kind = 'payout') as paid_out_count,
    -sum(fee) as payout_fees,
    count(*) filter (fee <> 0) as payout_fees_count
  from core.payout_movement
  where known_to is null and ledger_kind in ('payout', 'verification') and status in ('approved', 'success')
  group by currency, business_date
),
balance as (
  select
    currency, business_date,
    case line_code when 'closing' then 'gateway_balance' else 'payout_balance' end as step,
    sum(amount) as amount
  from recon.bridge_line
  where (reconciliation = 'gateway_balance' and line_code = 'closing')
    or (reconciliation = 'payout_roll_forward' and line_code = 'current_balance')
  group by currency, business_date, line_code
),
step as (
  select 1 as step_no, 'ordered' as step, 'Ordered' as title, currency, business_date, ordered as amount, order_count as item_count
  from ordered
  union all select 2, 'not_paid', 'Less: orders not paid', currency, business_date, not_paid, not_paid_count from ordered
  union all select 3, 'paid', 'Paid by customers', currency, business_date, paid, paid_count from moved
  union all select 4, 'fees', 'Less: gateway fees', currency, business_date, fees, fees_count from moved
  union all select 5, 'refunded', 'Less: refunds', currency, business_date, refunded, refunded_count from moved
  union all select 6, 'charged_back', 'Less: chargebacks', currency, business_date, charged_back, charged_back_count from moved
  union all select 7, 'settled', 'Settled by the gateway', currency, business_date, settled, settled_count from settled
  union all select 8, 'to_bank', 'Less: sent to the bank', currency, business_date, to_bank, to_bank_count from to_bank
  union all select 9, 'allocated', 'Allocated to the payout account', currency, business_date, allocated, allocated_count from allocated
  union all select 10, 'paid_out', 'Less: paid out to recipients', currency, business_date, paid_out, paid_out_count from paid_out
  union all select 11, 'payout_fees', 'Less: payout fees', currency, business_date, payout_fees, payout_fees_count from paid_out
  union all select 12, step, 'Balance at the gateway', currency, business_date, amount, null from balance where step = 'gateway_balance'
  union all select 13, step, 'Balance of the payout account', currency, business_date, amount, null from balance where step = 'payout_balance'
)
select
  core.this_company() as company, currency, business_date, step_no, step, title, amount::decimal(38, 4) as amount, item_count,
  step in ('gateway_balance', 'payout_balance') as is_balance
from step
where amount is not null;

comment on table mart.money_flow is 'One step of the money flow on one business day, from order to payout. Where did the money go?';
comment on column mart.money_flow.business_date is 'Business day in the time zone of the company: of the order, the payment, the settlement or the payout.';
comment on column mart.money_flow.step_no is 'Number of the step, from 1.';
comment on column mart.money_flow.step is 'ordered, not_paid, paid, fees, refunded, charged_back, settled, to_bank, allocated, paid_out, payout_fees, gateway_balance, payout_balance.';
comment on column mart.money_flow.title is 'Title of the step.';
comment on column mart.money_flow.amount is 'Signed amount in major units; deductions are negative.';
comment on column mart.money_flow.item_count is 'Number of orders, payments or ledger records; empty for a balance.';
comment on column mart.money_flow.is_balance is 'Whether the amount is a balance at the end of the day, which must not be added up over days.';

-- statement: bridge_line
-- grain: one signed line of a bridge
-- key: reconciliation, currency, business_date, subject, measure, line_no
-- reads: recon.bridge_line, recon.reconciliation
create or replace view mart.bridge_line as
select
  line.reconciliation, reconciliation.title as reconciliation_title, core.this_company() as company, line.currency, line.business_date,
  line.subject, line.measure, line.line_no, line.line_code, line.title, line.amount, line.is_total, line.is_residual
from recon.bridge_line as line
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = line.reconciliation;

comment on view mart.bridge_line is 'One signed line of the bridge between two control totals. Which control is out of balance, and by how much?';
comment on column mart.bridge_line.subject is 'Subject of the bridge: a direction, a method or an account.';
comment on column mart.bridge_line.measure is 'amount, fee or count.';
comment on column mart.bridge_line.line_no is 'Line number, from 1.';
comment on column mart.bridge_line.line_code is 'Code of the line.';
comment on column mart.bridge_line.title is 'Title of the line.';
comment on column mart.bridge_line.amount is 'Signed amount in major units; a count where the measure is count.';
comment on column mart.bridge_line.is_total is 'Whether the line is one of the two control totals.';
comment on column mart.bridge_line.is_residual is 'Whether the line is the unexplained difference, which must be zero.';
