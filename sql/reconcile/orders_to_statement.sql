-- statement: orders_to_statement
-- name: orders_to_statement
-- title: Orders to statement
-- kind: match
-- left: Orders
-- right: Payments in the statement
-- grain: an order with its payment, or a part of them where several belong together; an order or a payment alone
-- needs: orders, statement
-- meaning: An order and its payment disagree: goods may leave unpaid, or a receipt has no order.
-- action: Compare the order with the payment. Correct the order, refund the customer, or ask the gateway for the payment.
-- order: 18
-- pass: same_identifier(absolute := 0)
-- pass: same_reference_and_amount
-- pass: shared_key
-- pass: sum_in_window(within := 'group', total_side := 'left', days_before := 62, days_after := 62, most_items := 9)
-- pass: sum_in_window(within := 'group', total_side := 'right', days_before := 62, days_after := 62, most_items := 9)
-- pass: until_full
-- pass: same_identifier
-- pass: same_reference(absolute := null)
-- pass: normalised_reference(absolute := null, prefixes := ['INV', 'INVOICE', 'ORDER', 'ORD', 'NO'])
-- pass: sum_in_window(within := 'counterparty', total_side := 'left', days_before := 1, days_after := 7)
-- pass: sum_in_window(within := 'counterparty', total_side := 'right', days_before := 1, days_after := 7)
-- reason: payment_without_order | missing_left | A customer paid, and no order has this number or reference. | Find out what the payment is for. Book the order or refund the customer.
-- reason: order_without_payment | missing_right | The order is marked as paid, and the statement has no payment for it. | Do not deliver. Ask the customer for the receipt and the gateway for the payment.
-- reason: amount_differs | amount_differs | The customer paid a different amount than the order. | Collect the shortfall or refund the overpayment. Correct the order if it is wrong.
-- reason: currency_differs | amount_differs | The customer paid in another currency than that of the order. | Compare the rate with that of the gateway. Book the payment in the currency in which it was paid.
-- reason: one_factor | suggested | All orders of a file differ from their payments by the same factor. | Set books.orders.amounts if the file is in the minor unit, or correct its currency or rate. Then withdraw the file, and import it again.
-- reason: as_the_file | amount_differs | The amount differs by the factor of the whole file. | Act on the finding of the file. Do not collect or refund the difference.
-- reason: times_shifted | suggested | The times of a file of orders and of their payments are whole hours apart. | Name the zone in the header of the times, such as Placed On (UTC), and the header in books.orders.aliases. Then withdraw the file, and import it again.
-- reason: order_paid_payment_not | status_differs | The order is marked as paid, and its payment failed. | Do not deliver. Ask the customer to pay again.
-- reason: payment_for_unpaid_order | status_differs | The payment succeeded, and the order is marked as unpaid. | Mark the order as paid and deliver. If it was cancelled, refund the payment.
-- reason: names_two_payments | status_differs | The order names one payment by its id and another by its reference. | Find out which of the two paid the order, and correct the order.
-- reason: paid_twice | duplicate | The customer paid the same reference more than once. | Refund the duplicate payment.
-- reason: several_fit | suggested | More than one order or payment fits, or their references contradict each other. | Decide which of them belong together.
create or replace macro recon.orders_to_statement(period_start, period_end) as table (
  with
  covered as (
    select currency, first_day, last_day from core.covered_span where kind = 'orders'
  ),
  book as (
    select * from core.merchant_order where known_to is null
  ),
  payment as (
    select * from core.payment_now where kind = 'payment' and occurrence = 1
  ),
  -- of a match with several records of a side, each of them is a pair with its part of the other side, and the last has the difference
  matched as (
    select
      *,
      if(left_count > right_count, 'left', 'right') as split_side,
      greatest(left_count, right_count) as part_count,
      unnest(range(1, part_count + 1)) as place
    from recon.match_of('orders_to_statement')
  ),
  sum as (
    select matched.match_id, string_agg(core.money_text(record.currency, record.amount), ' + ' order by record.amount desc) as parts
    from matched
    inner join recon.match_record as record
      on record.side = matched.split_side
      and record.record_key = if(matched.split_side = 'left', matched.left_keys, matched.right_keys)[matched.place]
    where record.reconciliation = 'orders_to_statement' and matched.part_count > 1
    group by matched.match_id
  ),
  found as (
    select
      matched.pass, matched.is_suggested, matched.runners_up, matched.evidence, matched.split_side, matched.place,
      sum.parts,
      matched.left_keys[least(matched.place, length(matched.left_keys))] as order_id,
      matched.right_keys[least(matched.place, length(matched.right_keys))] as payment_key,
      matched.left_amount as ordered, matched.right_amount as paid,
      if(matched.place = matched.part_count, matched.right_minus_left, 0) as difference
    from matched
    left join sum on sum.match_id = matched.match_id
  ),
  pair as (
    select * from found
    union all by name
    select order_id, payment_key, false as is_suggested from recon.converted_order
  ),
  -- payments of a group that are left over, and whether an order is
  again as (
    select
      record.record_key as payment_key,
      bool_and(member.match_id is not null) filter (record.side = 'left') over one_group as is_full,
      record.side = 'right' and member.match_id is null and row_number() over in_time > 1 as is_again
    from recon.match_record as record
    left join recon.match_member as member
      on member.reconciliation = record.reconciliation and member.side = record.side
      and member.record_key = record.record_key
    where record.reconciliation = 'orders_to_statement' and record.group_key is not null
    window
      one_group as (partition by record.currency, record.group_key),
      in_time as (
        partition by record.currency, record.group_key, record.side
        order by member.match_id is null, record.occurred_at, record.record_key
      )
    qualify is_again
  ),
  -- the references of what was paid, in whatever currency
  referenced as (
    select distinct reference from payment where reference is not null and is_money_moved
  ),
  rival as (
    select side, record_key, could_be from recon.match_rival where reconciliation = 'orders_to_statement'
  ),
  -- payments with their orders, payments without an order, and orders without a payment
  joined as (
    select
      coalesce(payment.currency, book.currency) as currency,
      case when payment.is_money_moved then payment.business_date else coalesce(book.business_date, payment.business_date) end as business_date,
      book.order_id,
      recon.record_of(book.order_id, book.reference, book.placed_at, book.receipt_id, book.line_no) as left_record,
      book.currency as order_currency,
      book.amount as order_amount,
      -- the part of the order that this payment paid, and the part of this payment that the order has
      coalesce(if(pair.split_side = 'right', payment.amount - pair.difference, null), book.amount) as order_part,
      coalesce(if(pair.split_side = 'left', book.amount + pair.difference, null), payment.amount) as payment_part,
      pair.parts,
      pair.ordered,
      pair.paid,
      coalesce(pair.split_side = 'left' and pair.place > 1, false) as is_further_order,
      book.is_paid,
      book.status as order_status,
      payment.payment_key,
      recon.record_of_line(payment) as right_record,
      payment.amount as payment_amount,
      coalesce(payment.is_money_moved, false) as is_money_moved,
      payment.status as payment_status,
      again.is_full as is_again,
      pair.pass = 'same_identifier' and referenced.reference is not null and book.reference is distinct from payment.reference
        as names_another,
      pair.pass,
      coalesce(pair.is_suggested, false) or rival_order.record_key is not null or rival_payment.record_key is not null
        or not again.is_full as is_suggested,
      coalesce(pair.runners_up, rival_order.could_be, rival_payment.could_be) as runners_up,
      pair.evidence,
      of_file.file_name, of_file.has_factor, of_file.is_at_factor, of_file.is_shifted, of_file.half_hours, of_file.pair_count,
      of_file.fit_count, of_file.all_ordered, of_file.all_paid
    from payment
    left join pair on pair.payment_key = payment.payment_key
    full outer join book on book.order_id = pair.order_id
    left join recon.order_of_file as of_file on of_file.order_id = book.order_id
    left join again on again.payment_key = payment.payment_key
    left join referenced on referenced.reference = book.reference
    left join rival as rival_order
      on rival_order.side = 'left' and rival_order.record_key = book.order_id
    left join rival as rival_payment
      on rival_payment.side = 'right' and rival_payment.record_key = payment.payment_key
  ),
  classified as (
    select
      joined.*,
      case
        when is_again then 'paid_twice'
        when is_suggested then 'several_fit'
        -- an order can only be missing on days that are covered; an order that exists is compared in any case
        when order_id is null and is_money_moved and payment_amount <> 0 and covered.first_day is not null then 'payment_without_order'
        when order_id is null then 'nothing'
        when payment_key is null and is_paid and order_amount <> 0 then 'order_without_payment'
        when payment_key is null then 'nothing'
        when is_paid and not is_money_moved then 'order_paid_payment_not'
        when not is_paid and is_money_moved then 'payment_for_unpaid_order'
        when not is_paid then 'nothing'
        when is_at_factor then 'as_the_file'
        when joined.order_currency <> joined.currency then 'currency_differs'
        when order_part <> payment_part then 'amount_differs'
        when names_another then 'names_two_payments'
      end as reason_code
    from joined
    left join covered
      on covered.currency = joined.currency
      and joined.business_date between covered.first_day and covered.last_day
    where joined.business_date >= period_start and joined.business_date < period_end
      -- only where there are orders to compare with
      and (exists (from core.input_in_use where input = 'orders') or exists (from core.merchant_order))
  ),
  item as (
    select
      currency,
      business_date,
      case
        when payment_key is not null and is_money_moved and not is_further_order then 'payment:' || payment_key
        else 'order:' || coalesce(order_id, payment_key)
      end as item_key,
      reason_code,
      case
        when reason_code is not null or parts is not null then core.say('orders_to_statement-' || case
          when reason_code = 'several_fit' and pass = 'sum_in_window' and left_record.reference is distinct from right_record.reference
            then 'sum_fits'
          when parts is null or reason_code <> 'amount_differs' then reason_code
          else 'sum'
        end, {
          ordered: core.money_figure(order_currency, coalesce(ordered, order_amount)),
          paid: core.money_figure(currency, coalesce(paid, payment_amount)),
          parts: parts,
          rate: case when order_currency <> currency then core.rate_text(payment_amount, order_amount) end,
          order_id: order_id, order_status: order_status, order_reference: left_record.reference,
          payment: payment_key, payment_status: payment_status, payment_reference: right_record.reference
        })
      end as reason,
      case when reason_code is null or reason_code = 'several_fit' then pass end as match_pass,
      left_record,
      case when order_currency = currency then order_part end as left_amount,
      right_record,
      case when is_money_moved then payment_part end as right_amount,
      case
        when reason_code in ('paid_twice', 'payment_for_unpaid_order') then payment_part
        when order_currency <> currency then 0
        else coalesce(case when is_money_moved then payment_part end, 0) - coalesce(order_part, 0)
      end as right_minus_left,
      case when reason_code is null or reason_code = 'several_fit' then evidence end as evidence,
      case when reason_code = 'several_fit' then to_json(runners_up)::text end as runners_up
    from classified
    where reason_code is distinct from 'nothing'
    union all by name
    -- what the orders of a file have in common is said once for the days
    select
      currency,
      min(business_date) as business_date,
      concat_ws(':', 'file', min(order_id), cause) as item_key,
      cause as reason_code,
      core.say('orders_to_statement-' || cause, {
        pairs: pair_count, fits: fit_count, file: file_name,
        is_ordered_more: all_ordered > all_paid,
        factor: core.rate_text(greatest(all_ordered, all_paid), least(all_ordered, all_paid)),
        is_later: half_hours > 0,
        hours: abs(half_hours) // 2 || if(half_hours % 2 = 0, '', '.5')
      }) as reason,
      recon.record_of(null, null, null, finding.left_record.receipt_id, null) as left_record,
      0 as right_minus_left
    from (select *, unnest(['one_factor', 'times_shifted']) as cause from classified where has_factor or is_shifted) as finding
    where if(cause = 'one_factor', has_factor, is_shifted)
    group by currency, order_currency, finding.left_record.receipt_id, file_name, cause, pair_count, fit_count, all_ordered, all_paid,
      half_hours
  )
  from recon.item_of('orders_to_statement', item)
);

-- statement: orders_to_statement_record
-- records of: orders_to_statement
-- grain: one order (left) or one payment (right)
-- key: side, record_key
-- reads: core.merchant_order, core.payment_now
-- Includes a month on either side of the period. Payments without money moved are included only where nothing was paid on their
-- reference. An order that names a payment other than the payment with its reference contradicts itself: only its identifier counts, so
-- it is never matched by the reference.
-- group_key: of several orders or payments that share a reference, or a payment that the orders name; a record more than 27 days after the
-- one before begins another group, because orders of each month may share a reference
create or replace macro recon.orders_to_statement_record(period_start, period_end) as table (
  with
  payment as (
    select *
    from core.payment_now
    where kind = 'payment' and occurrence = 1
      and business_date >= period_start - interval 31 days and business_date < period_end + interval 31 days
  ),
  paid_reference as (
    select distinct currency, reference from payment where is_money_moved and reference is not null
  ),
  record as (
    select
      'left' as side,
      book.order_id as record_key,
      book.currency,
      book.amount,
      null::decimal(18, 4) as fee,
      book.payment_key as identifier,
      case when coalesce(named.reference = book.reference, true) then book.reference end as reference,
      book.placed_at as occurred_at,
      book.business_date as occurred_on,
      case when book.is_paid then book.customer_name end as counterparty,
      null::text as description,
      coalesce(named.reference, named.payment_key, book.reference) as shared,
      book.is_paid
    from core.merchant_order as book
    left join payment as named on named.payment_key = book.payment_key
    where book.known_to is null
      and book.business_date >= period_start - interval 31 days and book.business_date < period_end + interval 31 days
    union all
    select
      'right',
      payment.payment_key,
      payment.currency,
      payment.amount,
      payment.fee,
      payment.payment_key,
      payment.reference,
      coalesce(payment.paid_at, payment.created_at),
      payment.business_date,
      payment.customer_name,
      payment.description,
      case when payment.is_money_moved then coalesce(payment.reference, payment.payment_key) end,
      true
    from payment
    left join paid_reference
      on paid_reference.currency = payment.currency
      and paid_reference.reference = payment.reference
    where coalesce(payment.paid_at, payment.created_at) is not null
      and (payment.is_money_moved or paid_reference.reference is null)
      -- only where there are orders to compare with
      and exists (select 1 from core.merchant_order)
  ),
  several as (
    select currency, shared, coalesce(bool_or(is_paid) filter (side = 'left'), false) as has_paid
    from record
    where shared is not null
    group by currency, shared
    having count(*) > 2 or (count(*) = 2 and count(*) filter (side = 'left') <> 1)
  ),
  gap as (
    select
      side, record_key, currency, shared, occurred_at,
      coalesce(occurred_on - lag(occurred_on) over (
        partition by currency, shared order by occurred_at, side, record_key
      ) > 27, false) as is_first
    from record
    inner join several using (currency, shared)
    -- beside a paid order, an order that is not paid has no part of a payment
    where is_paid or not has_paid
  ),
  grouped as (
    select
      side, record_key,
      concat_ws(' ', shared, count(case when is_first then 1 end) over (
        partition by currency, shared order by occurred_at, side, record_key
      )) as group_key
    from gap
  )
  select
    record.side, record.record_key, record.currency, record.amount, record.fee, record.identifier, record.reference,
    record.occurred_at, record.occurred_on, grouped.group_key, record.counterparty, record.description
  from record
  left join grouped using (side, record_key)
);
