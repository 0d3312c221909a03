-- statement: agreed_item
-- The items on which both sides agree, before anything is corrupted. The corruptions take their records from these, because a change of
-- a record that was a break already would not show.
-- grain: one item of the company in the period of the selftest
-- key: break_id
-- reads: recon.item
create or replace temp table agreed_item as
select *
from recon.item
where outcome = 'matched' and business_date >= $period_start::date and business_date < $period_end::date;

-- statement: agreed_movement
-- grain: one movement of the payout ledger, for each item that has it on the left
-- key: reconciliation, movement_id
-- reads: core.payout_movement, agreed_item
create or replace temp view agreed_movement as
select movement.rowid as row_id, agreed.reconciliation, agreed.business_date as agreed_on, agreed.right_key, movement.*
from core.payout_movement as movement
inner join agreed_item as agreed on agreed.left_key = movement.movement_id::text
where movement.known_to is null;

-- statement: newest_movement
-- The rowid of the newest movement of the payout ledger on which both sides agree, and for which the condition holds.
-- reads: agreed_movement
create or replace temp macro newest_movement(the_reconciliation, condition := true) as (
  select row_id from agreed_movement where reconciliation = the_reconciliation and condition order by agreed_on desc, right_key limit 1
);

-- statement: agreed_payout
-- grain: one payout, for each item that has it on the right
-- key: reconciliation, payout_id
-- reads: core.payout, agreed_item
create or replace temp view agreed_payout as
select payout.rowid as row_id, agreed.reconciliation, agreed.business_date as agreed_on, agreed.right_key, payout.*
from core.payout as payout
inner join agreed_item as agreed on agreed.right_key = payout.payout_id::text
where payout.known_to is null;

-- statement: newest_payout
-- The rowid of the newest payout on which both sides agree, and for which the condition holds.
-- reads: agreed_payout
create or replace temp macro newest_payout(the_reconciliation, condition := true) as (
  select row_id from agreed_payout where reconciliation = the_reconciliation and condition order by agreed_on desc, right_key limit 1
);

-- statement: paid_recipient
-- grain: the recipient of the newest payout whose recipient agrees
-- key: rowid
-- reads: core.recipient, agreed_item
create or replace temp view paid_recipient as
select recipient.rowid
from core.recipient as recipient
inner join agreed_item as agreed
  on agreed.reconciliation = 'beneficiaries' and agreed.left_key = recipient.recipient_id::text
where recipient.known_to is null
order by agreed.business_date desc, agreed.right_key
limit 1;

-- statement: agreed_bank_line
-- grain: one line of the bank with a deposit that agrees with its transfer
-- key: bank_line_key
-- reads: core.bank_line, agreed_item, recon.item
create or replace temp view agreed_bank_line as
select
  bank_line.rowid as row_id,
  agreed.business_date as agreed_on,
  agreed.match_pass,
  agreed.left_reference,
  agreed.right_reference,
  not exists (
    select 1
    from recon.item as alike
    where alike.reconciliation = 'bank_to_settlement' and alike.currency = agreed.currency
      and alike.right_amount = agreed.right_amount and alike.item_key <> agreed.item_key
  ) as is_only_amount,
  bank_line.*
from core.bank_line as bank_line
inner join agreed_item as agreed
  on agreed.reconciliation = 'bank_to_settlement' and agreed.left_key = bank_line.bank_line_key;

-- statement: agreed_order
-- grain: one order that agrees with its payment
-- key: order_id
-- reads: core.merchant_order, agreed_item
create or replace temp view agreed_order as
select merchant_order.rowid as row_id, agreed.business_date as agreed_on, agreed.right_key, agreed.match_pass, merchant_order.order_id
from core.merchant_order as merchant_order
inner join agreed_item as agreed
  on agreed.reconciliation = 'orders_to_statement' and agreed.left_key = merchant_order.order_id
where merchant_order.known_to is null;

-- statement: largest_order_file
-- grain: the file with most orders that agree with their payments, if it has as many as show what they have in common
-- key: receipt_id
-- reads: core.merchant_order, agreed_order
create or replace temp view largest_order_file as
select merchant_order.receipt_id
from core.merchant_order as merchant_order
inner join agreed_order as agreed on agreed.row_id = merchant_order.rowid
where agreed.right_key is not null
group by merchant_order.receipt_id
having count(distinct merchant_order.amount) > 4 and count(distinct strftime(merchant_order.placed_at, '%H:%M')) > 4
order by count(*) desc, merchant_order.receipt_id
limit 1;

-- statement: payment_of_order
-- grain: the newest payment that agrees with its order, and has a reference
-- key: rowid
-- reads: core.payment, agreed_item
create or replace temp view payment_of_order as
select payment.rowid
from core.payment as payment
inner join agreed_item as agreed
  on agreed.reconciliation = 'orders_to_statement' and agreed.right_key = payment.payment_key
where payment.known_to is null and payment.occurrence = 1 and payment.reference is not null and agreed.left_key is not null
order by agreed.business_date desc, agreed.left_key
limit 1;

-- statement: agreed_refund
-- grain: one refund that agrees with its payment
-- key: payment_key
-- reads: core.payment, agreed_item
create or replace temp view agreed_refund as
select refund.rowid as row_id, refund.*
from core.payment as refund
inner join agreed_item as agreed
  on agreed.reconciliation = 'refunds_to_purchases' and agreed.left_key = refund.payment_key
where refund.known_to is null and refund.is_money_moved and refund.occurrence = 1 and refund.kind = 'refund';

-- statement: counted_payment
-- grain: the newest payment of a day and direction whose statement agrees with the turnover
-- key: rowid
-- reads: core.payment, agreed_item
create or replace temp view counted_payment as
select payment.rowid
from core.payment as payment
inner join agreed_item as agreed
  on agreed.reconciliation = 'statement_to_turnover' and agreed.currency = payment.currency
  and agreed.business_date = payment.business_date and agreed.left_key = payment.direction
where payment.known_to is null and payment.is_money_moved and payment.occurrence = 1 and payment.kind = 'payment'
order by payment.business_date desc, payment.payment_key
limit 1;
