-- statement: order_path
-- The path of each order's money: to the gateway, into a settlement, to the bank or the payout account. A refund is a separate
-- movement, and does not change the path.
-- A deposit belongs to a settlement only if the company's deposits are settlements. A disbursement is not the sum of particular
-- payments, so the path then ends with the settlement.
-- grain: one order, or each of its payments with the part of the order that it paid
-- key: order_id, payment_key
-- reads: core.merchant_order, core.payment_now, recon.item, mart.settlement
create or replace view mart.order_path as
with
-- a further payment on a paid reference is not the payment of the order
compared as (
  select
    left_key as order_id, right_key as payment_key, left_amount as ordered, right_amount as collected,
    -- of a payment of several orders, the first has its fee
    starts_with(item_key, 'payment:') as has_fee
  from recon.item
  where reconciliation = 'orders_to_statement' and outcome not in ('suggested', 'duplicate')
    and left_amount is not null and right_key is not null
)
select
  core.this_company() as company,
  book.currency,
  book.business_date,
  book.order_id,
  book.reference,
  book.is_paid,
  book.customer_key,
  coalesce(compared.ordered, book.amount)::decimal(18, 4) as ordered_amount,
  payment.payment_key,
  payment.business_date as collected_on,
  case when payment.payment_key is not null then compared.collected end::decimal(18, 4) as collected_amount,
  case when not compared.has_fee then 0 else payment.fee end::decimal(18, 4) as charged_fee,
  case when not compared.has_fee then 0 else payment.withheld end::decimal(18, 4) as withheld_amount,
  (collected_amount - case when not compared.has_fee then 0 else payment.amount - payment.net_amount end)::decimal(18, 4) as net_amount,
  payment.settlement_date,
  case
    when payment.payment_key is null then if(book.is_paid, 'not_collected', 'not_paid')
    when payment.settlement_date is null then 'not_settled'
    when settlement.deposit_outcome = 'matched' or settlement.deposited_amount is not null and settlement.deposit_outcome <> 'suggested'
      then 'deposited'
    when settlement.allocated_amount <> 0 and settlement.not_allocated_amount = 0 then 'allocated'
    when settlement.deposit_outcome is null then 'not_traced'
    when settlement.deposit_outcome = 'timing' then 'in_transit'
    else 'not_deposited'
  end as reached
from core.merchant_order as book
left join compared on compared.order_id = book.order_id
left join core.payment_now as payment
  on payment.payment_key = compared.payment_key
  and payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
left join mart.settlement as own
  on own.currency = payment.currency and own.settlement_date = payment.settlement_date
-- the deposit of a settlement that was carried forward is that of another day
left join mart.settlement as settlement
  on settlement.currency = own.currency
  and settlement.settlement_date = coalesce(own.carried_to, own.settlement_date)
where book.known_to is null;

comment on view mart.order_path is 'One order, or each of its payments, with its settlement. How far did the money of this order get?';
comment on column mart.order_path.business_date is 'Business day of the order, in the time zone of the company.';
comment on column mart.order_path.order_id is 'Number of the order.';
comment on column mart.order_path.reference is 'Reference of the order.';
comment on column mart.order_path.is_paid is 'Whether the shop reports the order as paid.';
comment on column mart.order_path.ordered_amount is 'Amount of the order, or the part that the payment paid, in major units.';
comment on column mart.order_path.payment_key is 'Key of its payment (mart.transaction); empty where no payment with moved money is matched or compared with it.';
comment on column mart.order_path.collected_on is 'Business day of the payment.';
comment on column mart.order_path.collected_amount is 'Gross amount of the payment, or the part of it that paid this order, in major units.';
comment on column mart.order_path.net_amount is 'Net amount of the payment or of its part, in major units. The first of several orders has the fee.';
comment on column mart.order_path.settlement_date is 'Day of its settlement (mart.settlement); empty while it is outstanding.';
comment on column mart.order_path.reached is 'deposited (the deposit of its settlement arrived), allocated (its settlement went to the payout account), in_transit, not_deposited, not_traced (deposits are not settlements), not_settled, not_collected (marked as paid, without a payment) or not_paid.';

-- statement: order_to_bank
-- From the orders of a day to the bank, with what is missing at each step:
-- ordered - not paid - not collected + collected less ordered = collected;
-- collected - fee - withheld - not settled = settled;
-- settled = deposited + allocated + in transit + not deposited + not traced.
-- Amounts that cannot be assigned to an order have their own columns, on their own day: payments without an order, and transfers to
-- the bank with the difference in the receipts.
-- grain: one business day of orders, of payments without an order, or of transfers to the bank
-- key: currency, business_date
-- reads: mart.order_path, core.merchant_order, core.payment_now, recon.item
create or replace view mart.order_to_bank as
with
ordered as (
  select
    currency,
    business_date,
    count(distinct order_id) as ordered_count,
    sum(ordered_amount) as ordered_amount,
    count(*) filter (reached = 'not_paid') as not_paid_count,
    sum(ordered_amount) filter (reached = 'not_paid') as not_paid_amount,
    count(*) filter (reached = 'not_collected') as not_collected_count,
    sum(ordered_amount) filter (reached = 'not_collected') as not_collected_amount,
    sum(collected_amount - ordered_amount) as collected_minus_ordered,
    count(payment_key) as collected_count,
    sum(collected_amount) as collected_amount,
    sum(charged_fee) as charged_fee,
    sum(withheld_amount) as withheld_amount,
    count(*) filter (reached = 'not_settled') as not_settled_count,
    sum(net_amount) filter (reached = 'not_settled') as not_settled_amount,
    count(settlement_date) as settled_count,
    sum(net_amount) filter (settlement_date is not null) as settled_amount,
    count(*) filter (reached = 'deposited') as deposited_count,
    sum(net_amount) filter (reached = 'deposited') as deposited_amount,
    count(*) filter (reached = 'allocated') as allocated_count,
    sum(net_amount) filter (reached = 'allocated') as allocated_amount,
    count(*) filter (reached = 'in_transit') as in_transit_count,
    sum(net_amount) filter (reached = 'in_transit') as in_transit_amount,
    count(*) filter (reached = 'not_deposited') as not_deposited_count,
    sum(net_amount) filter (reached = 'not_deposited') as not_deposited_amount,
    count(*) filter (reached = 'not_traced') as not_traced_count,
    sum(net_amount) filter (reached = 'not_traced') as not_traced_amount
  from mart.order_path
  group by currency, business_date
),
-- a payment that was taken on has its order before the first business day
without_order as (
  select payment.currency, payment.business_date, count(*) as without_order_count, sum(payment.amount) as without_order_amount
  from core.payment_now as payment
  anti join mart.order_path as path on path.payment_key = payment.payment_key
  where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1 and payment.status <> 'taken_on'
    and exists (from core.merchant_order)
  group by payment.currency, payment.business_date
),
-- a second deposit of a transfer is not what was sent
transfer as (
  select
    currency,
    business_date,
    count(*) as sent_count,
    sum(right_amount) as sent_amount,
    count(left_amount) filter (outcome <> 'suggested') as received_count,
    sum(left_amount) filter (outcome <> 'suggested') as received_amount,
    sum(left_amount - right_amount) filter (outcome <> 'suggested') as received_minus_sent
  from recon.item
  where reconciliation = 'bank_to_settlement' and right_key is not null and outcome <> 'duplicate'
    and exists (from core.merchant_order)
  group by currency, business_date
),
-- a union instead of a join, so that a filter by day reaches each of the three parts
part as not materialized (
  select * from ordered
  union all by name select * from without_order
  union all by name select * from transfer
)
-- the columns are in the order of the parts
select core.this_company() as company, summed.*
from (
  from (from part limit 0)
  union all by name
  select
    currency,
    business_date,
    coalesce(sum(columns('_count$')), 0)::bigint,
    coalesce(sum(columns('_amount$|_fee$|_minus_')), 0)::decimal(38, 4)
  from part
  group by currency, business_date
) as summed;

comment on view mart.order_to_bank is 'Orders of one day, what the gateway collected and settled of them, and what reached the bank or the payout account. What is missing at which step?';
comment on column mart.order_to_bank.business_date is 'Business day of the orders, in the time zone of the company; of the payments without an order; and of the transfers to the bank.';
comment on column mart.order_to_bank.ordered_count is 'Number of orders.';
comment on column mart.order_to_bank.ordered_amount is 'Their amount, in major units.';
comment on column mart.order_to_bank.not_paid_count is 'Orders that the shop reports as not paid, and that have no payment.';
comment on column mart.order_to_bank.not_paid_amount is 'Their amount, in major units.';
comment on column mart.order_to_bank.not_collected_count is 'Orders that the shop reports as paid, and that have no payment at the gateway.';
comment on column mart.order_to_bank.not_collected_amount is 'Their amount, in major units.';
comment on column mart.order_to_bank.collected_minus_ordered is 'Collected less ordered, of the orders with a payment, in major units.';
comment on column mart.order_to_bank.collected_count is 'Orders with a payment at the gateway, on any day.';
comment on column mart.order_to_bank.collected_amount is 'Gross amount of those payments, in major units.';
comment on column mart.order_to_bank.charged_fee is 'Fees charged by the gateway on them, in major units.';
comment on column mart.order_to_bank.withheld_amount is 'Amount withheld from them as a reserve, in major units.';
comment on column mart.order_to_bank.not_settled_count is 'Payments that are not settled.';
comment on column mart.order_to_bank.not_settled_amount is 'Their net amount, in major units.';
comment on column mart.order_to_bank.settled_count is 'Settled payments, on any day.';
comment on column mart.order_to_bank.settled_amount is 'Their net amount, in major units.';
comment on column mart.order_to_bank.deposited_count is 'Payments in settlements whose deposit arrived at the bank.';
comment on column mart.order_to_bank.deposited_amount is 'Their net amount, in major units, regardless of what the bank received for the settlement.';
comment on column mart.order_to_bank.allocated_count is 'Payments in settlements that went to the payout account as a whole.';
comment on column mart.order_to_bank.allocated_amount is 'Their net amount, in major units.';
comment on column mart.order_to_bank.in_transit_count is 'Payments in settlements whose deposit is in transit.';
comment on column mart.order_to_bank.in_transit_amount is 'Their net amount, in major units.';
comment on column mart.order_to_bank.not_deposited_count is 'Payments in settlements whose deposit is overdue, missing or not certain.';
comment on column mart.order_to_bank.not_deposited_amount is 'Their net amount, in major units.';
comment on column mart.order_to_bank.not_traced_count is 'Settled payments whose deposit is not known, because the deposits are disbursements, which are not the sum of particular payments.';
comment on column mart.order_to_bank.not_traced_amount is 'Their net amount, in major units.';
comment on column mart.order_to_bank.without_order_count is 'Payments of the day without an order; not included in the other figures.';
comment on column mart.order_to_bank.without_order_amount is 'Their gross amount, in major units.';
comment on column mart.order_to_bank.sent_count is 'Transfers from the gateway to the bank on the day, for orders of any day: disbursements or settlements, as configured.';
comment on column mart.order_to_bank.sent_amount is 'Their amount, in major units.';
comment on column mart.order_to_bank.received_count is 'Transfers of the day that the bank received, on any day.';
comment on column mart.order_to_bank.received_amount is 'Amount that the bank received for them, in major units.';
comment on column mart.order_to_bank.received_minus_sent is 'Received less sent, of the transfers that the bank received, in major units. It concerns whole transfers and cannot be assigned to orders.';
