-- statement: opening_item
-- grain: one line of a take-on file, typed
-- key: receipt_id, line_no
-- reads: the table the_lines, raw.receipt, staging.currency, core.company_setting
-- A rejected line has reject_code and reject_reason, and is not loaded. An item is from before the first business day; a balance
-- is that of its cut-off, whatever its date.
create or replace macro staging.opening_item(the_receipt_id, the_zone, the_lines) as table (
  with
  line as (
    select
      line.receipt_id,
      line.line_no,
      receipt.received_at,
      setting.value::date as starts_on,
      lower(trim(line.item)) as item,
      nullif(trim(line.id), '') as item_id,
      nullif(trim(line.reference), '') as reference,
      staging.day_from_text(line.occurred_on, receipt.date_order) as stated_on,
      line.occurred_on as day_text,
      coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency) as currency_code,
      staging.with_decimal_point(line.amount, receipt.decimal_mark) as amount_text,
      staging.with_decimal_point(line.fee, receipt.decimal_mark) as fee_text,
      concat_ws(' | ', line.item, line.id, line.reference, line.occurred_on, line.currency, line.amount, line.fee) as raw_text
    from query_table(the_lines) as line
    inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
    left join core.company_setting as setting on setting.name = 'starts_on'
  ),
  typed as (
    select
      line.*,
      currency.exponent,
      case when item = 'balance' then starts_on - 1 else stated_on end as occurred_on,
      staging.money_from_text(amount_text, list_concat(currency.symbols, [currency.currency]), currency.exponent) as amount,
      staging.money_from_text(fee_text, list_concat(currency.symbols, [currency.currency]), currency.exponent) as fee,
      min(line_no) over (partition by item, item_id, currency_code) as first_line_no
    from line
    left join staging.currency as currency on currency.currency = line.currency_code
  )
  select
    receipt_id,
    line_no,
    item,
    item_id,
    reference,
    occurred_on,
    occurred_on as business_date,
    currency_code as currency,
    amount,
    coalesce(fee, 0) as fee,
    received_at as known_from,
    case
      when item is null or item not in ('balance', 'order', 'payment', 'deposit') then 'item_unknown'
      when item_id is null then 'id_missing'
      when line_no > first_line_no then 'item_twice'
      when exponent is null then 'currency_unknown'
      when amount is null then 'amount_unreadable'
      when item <> 'balance' and amount <= 0 then 'amount_not_positive'
      when fee is null and staging.tidy_text(fee_text) is not null then 'amount_unreadable'
      when occurred_on is null then 'day_unreadable'
      when occurred_on >= starts_on then 'not_before_start'
    end as reject_code,
    case reject_code
      when 'item_unknown' then 'The item "' || coalesce(item, '') || '" is not balance, order, payment or deposit.'
      when 'id_missing' then 'The line has no id.'
      when 'item_twice' then 'The ' || item || ' "' || item_id || '" is already in line ' || first_line_no || '.'
      when 'currency_unknown' then staging.currency_reason(coalesce(currency_code, ''))
      when 'amount_unreadable' then 'The amount or fee is not a valid amount in ' || currency_code || '.'
      when 'amount_not_positive' then 'The amount of an open item must be above zero.'
      when 'day_unreadable' then 'The day "' || coalesce(day_text, '') || '" is not a valid day.'
      when 'not_before_start' then 'The item is of ' || occurred_on || '; only items from before ' || starts_on
        || ', the first business day, are taken on.'
    end as reject_reason,
    raw_text
  from typed
);

-- statement: opening_figures
-- The accepted lines of one take-on file by day, currency and item. Reads incoming.
select occurred_on as business_date, currency, 'opening ' || item as kind, count(*) as line_count, sum(amount) as amount, sum(fee) as fee
from incoming
where reject_code is null
group by all;

-- statement: opening_reject
-- Keeps each line of a take-on file that was rejected, with the reason. Reads incoming, which the load step fills.
insert into staging.rejected_row
select receipt_id, line_no, reject_code, reject_reason, raw_text, null
from incoming
where reject_code is not null;

-- statement: opening_start
-- Refuses a take-on file of a company that has no first business day, because its items could not be dated before that day.
select
  'TAKE_ON_START_MISSING' as code,
  'The configuration does not name the first business day of ' || company.company || '.' as message,
  'Add the key starts_on to the company, such as starts_on: "2026-11-01", and take the file on again.' as remedy,
  null::bigint as line_no
from core.company as company
cross join core.company_terms as terms
where terms.starts_on is null;

-- statement: opening_insert
-- Adds what a take-on file brings forward. Reads incoming.
insert into core.opening_item by name
select item, item_id, reference, occurred_on, currency, amount, fee, receipt_id, line_no, known_from, null as known_to
from incoming
where reject_code is null;

-- statement: opening_close
-- Ends what an earlier take-on file brought forward: the newest file replaces it as a whole.
update core.opening_item
set known_to = (select received_at from raw.receipt where receipt_id = $receipt_id)
where known_to is null;

-- statement: opening_order_insert
-- Adds the open orders of a take-on file, unless a file of orders has reported them. Their payment is expected. Reads incoming.
insert into core.merchant_order by name
select
  item_id as order_id, coalesce(reference, item_id) as reference, currency, amount, true as is_paid, 'taken_on' as status,
  0 as refunded, timezone((select zone from raw.receipt where receipt_id = $receipt_id), occurred_on::timestamp) as placed_at,
  occurred_on as business_date, receipt_id, line_no,
  md5(concat_ws('|', item, item_id, reference, occurred_on, currency, amount)) as content_hash, known_from
from incoming
where reject_code is null and item = 'order'
  and not exists (
    select 1
    from core.merchant_order as known
    where known.known_to is null and known.order_id = incoming.item_id
  );

-- statement: opening_order_close
-- Ends the orders of an earlier take-on file that no file of orders has reported since.
update core.merchant_order
set known_to = (select received_at from raw.receipt where receipt_id = $receipt_id)
where known_to is null
  and receipt_id in (select earlier.receipt_id from raw.receipt as earlier where earlier.kind = 'opening_items');

-- statement: opening_payment_insert
-- Adds the payments and the deposits in transit of a take-on file, unless a statement has reported them. Reads incoming.
insert into core.payment by name
select
  item_id as payment_key, 1 as occurrence,
  case item when 'deposit' then 'disbursement' else 'payment' end as kind,
  case item when 'deposit' then 'outgoing' else 'incoming' end as direction,
  currency, amount, fee, amount - fee as net_amount, reference, 'taken_on' as status, true as is_money_moved,
  timezone((select zone from raw.receipt where receipt_id = $receipt_id), occurred_on::timestamp) as paid_at,
  occurred_on as business_date, receipt_id, line_no,
  known_from, false as is_net_stated
from incoming
where reject_code is null and item in ('payment', 'deposit')
  and not exists (
    select 1
    from core.payment as known
    where known.known_to is null and known.payment_key = incoming.item_id and known.occurrence = 1
  );

-- statement: opening_payment_close
-- Ends the payments and deposits of an earlier take-on file that no statement has reported since.
update core.payment
set known_to = (select received_at from raw.receipt where receipt_id = $receipt_id)
where known_to is null
  and receipt_id in (select earlier.receipt_id from raw.receipt as earlier where earlier.kind = 'opening_items');

-- statement: opening_span
-- Records the days that a take-on file changes: those from the first business day on. Open items are seldom older than a
-- quarter when they arrive.
insert into raw.file_span
select $receipt_id, terms.starts_on, terms.starts_on + 92
from raw.receipt as receipt
cross join core.company_terms as terms
where receipt.receipt_id = $receipt_id and terms.starts_on is not null;
