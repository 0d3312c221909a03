-- statement: callback_identifier
-- Whether the callbacks of a kind use the ids of a statement's lines, as far as the records show. A line with the id of a
-- callback counts for it; a line that is found only by its reference counts against it. The other lines of the same statement
-- decide. A statement without other lines follows the lines of the previous statement, because a gateway may put another id in
-- the column from one statement to the next.
-- grain: one statement file and kind of callback
-- key: kind, receipt_id
-- is_of_line: a callback with another id than its line contradicts the others
-- reads: core.callback_now, core.payment_now
create or replace view recon.callback_identifier as
with
line as (
  select kind, payment_key, currency, reference, receipt_id from core.payment_now where occurrence = 1
),
found as (
  select line.kind, line.receipt_id, reported.object_key, true as has_identifier
  from line
  inner join core.callback_now as reported
    on reported.kind = line.kind and reported.object_key = line.payment_key
  union all
  select line.kind, line.receipt_id, reported.object_key, false
  from line
  inner join core.callback_now as reported
    on reported.kind = line.kind and reported.currency = line.currency
    and reported.reference = line.reference
  anti join core.callback_now as named
    on named.kind = line.kind and named.object_key = line.payment_key
  anti join line as other
    on other.kind = line.kind and other.payment_key = reported.object_key
),
counted as (
  select
    kind,
    receipt_id,
    count(distinct object_key) filter (has_identifier) as own_count,
    count(distinct object_key) filter (not has_identifier) as other_count
  from found
  group by kind, receipt_id
)
select
  kind,
  receipt_id,
  case
    -- the other count includes the callback in question
    when own_count + other_count > 1 then own_count > other_count - 1
    else coalesce(lag(own_count > other_count) over (partition by kind order by receipt_id), false)
  end as is_of_line
from counted;

-- statement: order_refund
-- What the shop reports as refunded of each order, and the refunds of its payments in the statement. The payments are those that
-- orders_to_statement found, or else the payment that the order names, or the only payment with its reference.
-- grain: one order that the shop reports as refunded, or whose payment was refunded in the statement
-- key: order_id
-- claimed: what the shop reports as refunded; null where it reports a part and no amount, or states 0.00 for it (is_zero_stated)
-- claimed_on: the day on which it was reported first; claimed_by: the last day on which the refund may have been made, which is
-- the day before that file was received; seen_at: when a file with the order, or of its day, was last received
-- is_refund_missing: what the shop refunded is unknown; placed_on: the day of the order
-- refunded, refunded_before: the refunds in the statement in the currency of the order, and those of more than a day before seen_at
-- cancelled, pending: refunds in the statement that moved no money, and those that may still do so
-- reads: core.merchant_order, core.payment_return, core.referenced_payment, core.coverage, core.company, raw.receipt, recon.match
create or replace view recon.order_refund as
with
book as (
  select
    book.*,
    company.zone,
    case
      when book.is_refund_missing then null
      when book.refunded <> 0 then book.refunded
      when book.status = 'refunded' then book.amount
      when book.status not in ('partly_refunded', 'partially_refunded') then 0
    end as claimed
  from core.merchant_order as book
  cross join core.company as company
  where book.known_to is null
),
-- day_before: the day before the file that reported it first, which gives the state at the end of that day
first_report as (
  select
    book.order_id,
    any_value(book.business_date) as business_date,
    bool_or((version.refunded, version.status) is distinct from (book.refunded, book.status)) as is_reported_later,
    cast(timezone(any_value(book.zone), min(version.known_from)
      filter ((version.refunded, version.status) is not distinct from (book.refunded, book.status))) as date) - 1 as day_before
  from book
  inner join core.merchant_order as version on version.order_id = book.order_id
  where book.claimed is distinct from 0
  group by book.order_id
),
reported as (
  select
    order_id,
    case when is_reported_later then day_before else business_date end as claimed_on,
    greatest(day_before, business_date) as claimed_by
  from first_report
),
pair as (
  select match_id, length(left_keys) as order_count, unnest(left_keys) as order_id, right_keys as payment_keys
  from recon.match
  where reconciliation = 'orders_to_statement' and not is_suggested
),
-- of several orders of one payment, one has the claims of all of them
together as (
  select
    pair.match_id, coalesce(min(book.order_id) filter (book.claimed is distinct from 0), min(book.order_id)) as order_id,
    case when count(*) = count(book.claimed) then sum(book.claimed) end as claimed
  from pair
  inner join book on book.order_id = pair.order_id
  where pair.order_count > 1
  group by pair.match_id
),
paired as (
  select
    book.* replace (if(together.order_id is null, book.claimed, together.claimed) as claimed),
    coalesce(pair.payment_keys, [coalesce(book.payment_key, named.payment_key)]) as payment_keys
  from book
  left join pair on pair.order_id = book.order_id
  left join together on together.match_id = pair.match_id
  left join core.referenced_payment as named
    on named.currency = book.currency and named.reference = book.reference
  where coalesce(together.order_id = book.order_id, true)
),
refund as (
  select paired.order_id, line.*, (line.is_money_moved, coalesce(line.paid_at, '-infinity'), line.payment_key) as latest
  from (select order_id, unnest(payment_keys) as paid_key from paired) as paired
  inner join core.payment_return as line
    on line.paid_key = paired.paid_key
  where line.kind = 'refund'
),
concerned as (
  select paired.*, reported.claimed_on, reported.claimed_by
  from paired
  left join reported on reported.order_id = paired.order_id
  where paired.claimed is distinct from 0
    or (paired.order_id) in (select order_id from refund where is_money_moved)
),
-- a file states the orders of a day as they were known when the file was received
seen as (
  select
    concerned.order_id,
    greatest(any_value(concerned.known_from), max(receipt.received_at)) as seen_at
  from concerned
  left join core.coverage as coverage
    on coverage.input = 'orders'
    and concerned.business_date between coverage.first_day and coverage.last_day
  left join raw.receipt as receipt on receipt.receipt_id = coverage.receipt_id
  group by concerned.order_id
)
select
  concerned.order_id, concerned.reference, concerned.currency, concerned.status,
  concerned.placed_at, concerned.business_date as placed_on,
  coalesce(concerned.is_refund_missing, false) as is_refund_missing,
  concerned.claimed is null and coalesce(concerned.has_refunded, false) as is_zero_stated,
  concerned.receipt_id, concerned.line_no,
  concerned.claimed::decimal(38, 4) as claimed, concerned.claimed_on, concerned.claimed_by,
  concerned.payment_keys[1] as payment_key,
  seen.seen_at,
  coalesce(sum(refund.amount) filter (refund.is_money_moved), 0)::decimal(38, 4) as refunded,
  coalesce(sum(refund.amount) filter (refund.is_money_moved and refund.paid_at < seen.seen_at - interval 1 day), 0)::decimal(38, 4)
    as refunded_before,
  coalesce(sum(refund.amount) filter (staging.is_given_up(refund.status)), 0)::decimal(38, 4) as cancelled,
  coalesce(sum(refund.amount) filter (not refund.is_money_moved and not staging.is_given_up(refund.status)), 0)::decimal(38, 4) as pending,
  max(refund.business_date) filter (refund.is_money_moved) as refunded_on,
  max(refund.paid_at) filter (refund.is_money_moved) as refunded_at,
  arg_max(refund.payment_key, refund.latest) as refund_key,
  arg_max(refund.receipt_id, refund.latest) as refund_receipt_id,
  arg_max(refund.line_no, refund.latest) as refund_line_no
from concerned
inner join seen on seen.order_id = concerned.order_id
left join refund on refund.order_id = concerned.order_id
  and refund.currency = concerned.currency
group by all;
