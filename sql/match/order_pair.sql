-- statement: converted_order
-- An order and its payment in different currencies, which no pass compares: the order names the payment by its id, or both are the only
-- ones with their reference.
-- grain: one order
-- key: order_id
-- reads: recon.match_record, recon.match_member
create or replace view recon.converted_order as
with
open_record as (
  select record.*
  from recon.match_record as record
  anti join recon.match_member as member
    on member.reconciliation = record.reconciliation and member.side = record.side
    and member.record_key = record.record_key
  where record.reconciliation = 'orders_to_statement' and record.amount <> 0
),
named as (
  select l.record_key as order_id, r.record_key as payment_key
  from open_record as l
  inner join open_record as r on r.identifier = l.identifier
  where l.side = 'left' and r.side = 'right' and r.currency <> l.currency
  union
  select any_value(l.record_key), any_value(r.record_key)
  from open_record as l
  inner join open_record as r on r.reference = l.reference
  where l.side = 'left' and r.side = 'right' and r.currency <> l.currency
  group by l.reference
  having count(*) = 1
)
select order_id, payment_key
from named
qualify count(*) over (partition by order_id) = 1 and count(*) over (partition by payment_key) = 1;

-- statement: order_of_file
-- Orders of a file whose pairs nearly all differ from their payments in one way: by one factor, rounded to the smallest unit, or by whole
-- half hours. Five pairs and four of five must agree.
-- grain: one paid order with its only payment
-- key: order_id
-- pair_count: of the file, the currency of its orders and that of the payments; fit_count: those with the factor
-- all_ordered, all_paid: the sums of the pairs near the factor, in ten-thousandths; half_hours: from the orders to the payments
-- reads: recon.match, recon.converted_order, core.merchant_order, core.payment_now, raw.receipt, staging.currency
create or replace view recon.order_of_file as
with
pair as (
  select left_keys[1] as order_id, right_keys[1] as payment_key
  from recon.match
  where reconciliation = 'orders_to_statement' and not is_suggested and left_count = 1 and right_count = 1
  union all
  select order_id, payment_key from recon.converted_order
),
measured as (
  select
    pair.order_id, book.receipt_id, book.currency as order_currency, payment.currency, book.placed_at,
    (book.amount::decimal(38, 4) * 10000)::hugeint as ordered,
    (payment.amount::decimal(38, 4) * 10000)::hugeint as paid,
    [10000, 1000, 100, 10, 1][currency.exponent + 1] as unit,
    -- in thousand millionths
    paid * 1000000000 // ordered as rate,
    date_diff('minute', book.placed_at, payment.paid_at) as minutes
  from pair
  inner join core.merchant_order as book on book.order_id = pair.order_id and book.known_to is null
  inner join core.payment_now as payment
    on payment.payment_key = pair.payment_key and payment.occurrence = 1
  inner join staging.currency as currency on currency.currency = payment.currency
  where book.is_paid and payment.is_money_moved and book.amount <> 0
),
middle as (
  select receipt_id, order_currency, currency, quantile_disc(rate, 0.5) as rate, quantile_disc(minutes, 0.5) as minutes
  from measured
  group by receipt_id, order_currency, currency
  having count(*) > 4
),
near as (
  select
    measured.*,
    middle.minutes as usual_minutes,
    sum(measured.ordered) filter (abs(measured.rate - middle.rate) * 10000 <= middle.rate) over one_file as all_ordered,
    sum(measured.paid) filter (abs(measured.rate - middle.rate) * 10000 <= middle.rate) over one_file as all_paid
  from measured
  inner join middle using (receipt_id, order_currency, currency)
  window one_file as (partition by measured.receipt_id, measured.order_currency, measured.currency)
),
fitted as (
  select
    *,
    abs(paid * all_ordered - ordered * all_paid) <= unit * all_ordered as is_at_rate,
    abs(minutes - usual_minutes) <= 15 as is_in_time
  from near
),
file as (
  select
    receipt_id, order_currency, currency, count(*) as pair_count, count(*) filter (is_at_rate) as fit_count,
    any_value(all_ordered) as all_ordered, any_value(all_paid) as all_paid,
    -- a discount or a fee of a per cent is no unit, and equal amounts show no factor
    count(distinct ordered) filter (is_at_rate) > 4 and fit_count * 5 >= pair_count * 4
      and (order_currency <> currency or abs(any_value(all_paid - all_ordered)) * 100 > any_value(all_ordered)) as has_factor,
    -- rounded to the nearest half hour, also below zero
    (any_value(usual_minutes) + 60015) // 30 - 2000 as half_hours,
    -- a payment hours before its order, or at least two hours after it whatever the time of the day, is of another zone
    (half_hours between -28 and -2 or half_hours between 4 and 28)
      and count(distinct strftime(placed_at, '%H:%M')) filter (is_in_time) > 4
      and count(*) filter (is_in_time) * 5 >= pair_count * 4 as is_shifted
  from fitted
  group by receipt_id, order_currency, currency
)
select
  file.*, receipt.file_name, fitted.order_id, file.has_factor and fitted.is_at_rate as is_at_factor
from file
inner join fitted using (receipt_id, order_currency, currency)
inner join raw.receipt as receipt on receipt.receipt_id = file.receipt_id
where file.has_factor or file.is_shifted;
