-- statement: merchant_order
-- grain: one line of an order file, typed
-- key: receipt_id, line_no
-- reads: the table the_lines, raw.receipt, core.company_setting, staging.currency, staging.order_status
-- A rejected line has reject_code and reject_reason, and is not loaded. A negative amount is a credit note, and a refund may
-- exceed its order: the reconciliations judge both. An empty refunded amount means no refund, unless 19 of 20 paid orders have
-- an amount and some are zero: then it is missing, and the refunds of the day are not proven. It is not missing for an order
-- that was never paid, or that has the status of a refund.
create or replace macro staging.merchant_order(the_receipt_id, the_zone, the_lines) as table (
  with
  line as (
    select
      line.receipt_id,
      line.line_no,
      receipt.received_at,
      receipt.date_order,
      receipt.earliest_day,
      receipt.latest_day,
      timezone(the_zone, receipt.earliest_day::timestamp) as earliest_at,
      timezone(the_zone, receipt.latest_day::timestamp + interval 1 day) as latest_at,
      coalesce(setting.value, '') = 'minor_units' as is_minor,
      trim(line."order") as order_id,
      nullif(trim(line.reference), '') as reference,
      coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency) as currency_code,
      staging.with_decimal_point(line.amount, receipt.decimal_mark) as amount_text,
      staging.with_decimal_point(line.refunded, receipt.decimal_mark) as refunded_text,
      line.amount as written_amount,
      line.refunded as written_refunded,
      nullif(trim(line.status), '') as status_text,
      lower(regexp_replace(status_text, '[\s-]+', '_', 'g')) as status,
      line.placed_on as placed_text,
      nullif(trim(line.customer), '') as customer_name,
      nullif(trim(line.customer_email), '') as customer_email,
      nullif(trim(line.purchase_id), '') as purchase_id,
      concat_ws(' | ', line."order", line.reference, line.placed_on, line.currency, line.amount, line.status) as raw_text
    from query_table(the_lines) as line
    inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
    left join core.company_setting as setting on setting.name = 'order_amounts'
  ),
  typed as (
    select
      line.*,
      staging.money_in_unit(amount_text, list_concat(currency.symbols, [currency.currency]), currency.exponent, is_minor) as amount,
      staging.money_in_unit(refunded_text, list_concat(currency.symbols, [currency.currency]), currency.exponent, is_minor) as refunded,
      staging.instant_from_text(placed_text, the_zone, date_order) as placed_at,
      order_status.is_paid,
      currency.exponent,
      min(line_no) over (partition by order_id) as first_line_no,
      -- a shop that writes 0.00 where nothing was refunded leaves no cell of a paid order empty; a count with a filter over ()
      -- would read the whole file for each line
      coalesce(
        bool_or(refunded = 0) over ()
          and count(case when is_paid and staging.tidy_text(refunded_text) is null then 1 end) over () * 19
            <= count(case when is_paid and refunded is not null then 1 end) over (),
        false
      ) as is_zero_written
    from line
    left join staging.currency as currency on currency.currency = line.currency_code
    left join staging.order_status as order_status
      on order_status.word = line.status
  ),
  classified as (
    select
      typed.*,
      case
        when status is null and staging.tidy_text(placed_text) is null and staging.tidy_text(amount_text) is not null
          and (
            coalesce(order_id, '') = ''
            or regexp_matches(lower(order_id), '^\s*(grand[ -]?|sub[ -]?)?(total|jumlah|sum|summe|gesamt)')
          )
          then 'summary_row'
        when status is null and staging.tidy_text(amount_text) is null and staging.tidy_text(refunded_text) is null
          and (coalesce(order_id, '') = '' or line_no > first_line_no)
          then 'item_row'
        when coalesce(order_id, '') = '' then 'order_missing'
        when line_no > first_line_no then 'order_twice'
        when currency_code is null then 'currency_missing'
        when exponent is null then 'currency_unknown'
        when staging.tidy_text(amount_text) is null then 'amount_missing'
        when amount is null then 'amount_unreadable'
        when refunded is null and staging.tidy_text(refunded_text) is not null then 'refunded_unreadable'
        when status is null then 'status_missing'
        when is_paid is null then 'status_unknown'
        when staging.tidy_text(placed_text) is null then 'time_missing'
        when placed_at is null and staging.has_short_year(placed_text) then 'year_two_digits'
        when placed_at is null then 'time_unreadable'
        when placed_at < earliest_at or placed_at >= latest_at then 'date_implausible'
      end as reject_code,
      coalesce(is_paid and is_zero_written, false) and staging.tidy_text(refunded_text) is null
        and status not in ('refunded', 'partly_refunded', 'partially_refunded') as is_refund_missing
    from typed
  )
  select
    receipt_id,
    line_no,
    order_id,
    reference,
    currency_code as currency,
    amount,
    is_paid,
    status,
    coalesce(refunded, 0) as refunded,
    refunded is not null as has_refunded,
    is_refund_missing,
    customer_name,
    customer_email,
    purchase_id,
    placed_at,
    case
      when placed_at < earliest_at or placed_at >= latest_at then null
      else cast(timezone(the_zone, placed_at) as date)
    end as business_date,
    md5(
      concat_ws(
        '|', reference, currency_code, amount, status, refunded, case when is_refund_missing then 'refunded amount missing' end, purchase_id,
        placed_at
      )
    ) as content_hash,
    received_at as known_from,
    reject_code,
    case reject_code
      when 'summary_row' then 'Summary row among the lines: "' || coalesce(order_id, written_amount) || '".'
      when 'item_row' then 'Further row of an order, without amount and status.'
      when 'order_missing' then 'The line has no order number.'
      when 'order_twice' then 'The order "' || order_id || '" is already in line ' || first_line_no || '.'
      when 'currency_missing' then 'The line names no currency.'
      when 'currency_unknown' then staging.currency_reason(currency_code)
      when 'amount_missing' then 'The line has no amount.'
      when 'amount_unreadable' then 'The amount "' || written_amount || '" is not a valid amount in ' || currency_code || '.'
      when 'refunded_unreadable'
        then 'The refunded amount "' || written_refunded || '" is not a valid amount in ' || currency_code || '.'
      when 'status_missing' then 'The line has no status.'
      when 'status_unknown' then 'The status "' || status_text || '" is unknown.'
      when 'time_missing' then 'The line has no time.'
      when 'year_two_digits' then 'The year of "' || placed_text || '" has two digits: set books.orders.two_digit_years.'
      when 'time_unreadable' then 'The time of the order "' || placed_text || '" is not a valid time.'
      when 'date_implausible'
        then 'The time of the order "' || placed_text || '" is not between ' || earliest_day || ' and ' || latest_day || '.'
    end as reject_reason,
    raw_text
  from classified
);

-- statement: order_status
-- What each word for the status of an order means for a company; a line with another word is rejected. A word of the
-- configuration (statuses) replaces the same word here.
-- grain: one word
-- key: word
-- reads: core.company, core.company_setting
create or replace view staging.order_status as
with
known as (
  select word, is_paid
  from (values
    ('paid', true), ('completed', true), ('refunded', true), ('partly_refunded', true), ('partially_refunded', true),
    ('processing', true), ('shipped', true),
    ('open', false), ('cancelled', false), ('canceled', false), ('pending', false), ('pending_payment', false),
    ('unpaid', false), ('on_hold', false), ('authorized', false), ('voided', false), ('draft', false),
    ('failed', false), ('expired', false)
  ) as known (word, is_paid)
),
configured as (
  select
    unnest(from_json(value, '["VARCHAR"]')) as text,
    name = 'paid_statuses' as is_paid
  from core.company_setting
  where name in ('paid_statuses', 'unpaid_statuses')
),
ranked as (
  select lower(regexp_replace(trim(text), '[\s-]+', '_', 'g')) as word, is_paid, 1 as precedence
  from configured
  union all
  select known.word, known.is_paid, 2
  from core.company as company
  cross join known
)
select word, arg_min(is_paid, precedence) as is_paid
from ranked
group by word;

-- statement: order_figures
-- The accepted lines of one order file by business day, currency and kind. Reads incoming.
select
  business_date,
  currency,
  case when is_paid then 'order, paid' else 'order, not paid' end as kind,
  count(*) as line_count,
  sum(amount) as amount,
  null::decimal(38, 4) as fee
from incoming
where reject_code is null
group by all;

-- statement: order_note
-- Adds to the notes of an order file what was lost before the file was exported, and the lines that no verdict counts.
update raw.receipt
set notes = list_concat(coalesce(notes, []), (
  select coalesce(list(sentence order by line_no), [])
  from staging.line_note('file_line', 'order', $receipt_id)
))
where receipt_id = $receipt_id;

-- statement: order_line_keep
-- Keeps the lines as text.
insert into raw.order_line from file_line;

-- statement: order_summed
-- grain: one line of an order file, or one row that states a total, with its figures as they are written
-- key: line_no
-- reads: file_line, raw.receipt, core.company_setting, staging.currency, incoming
select
  line.line_no,
  incoming.reject_code is not distinct from 'summary_row' as is_summary,
  coalesce(line."order", line.reference, line.amount) as label,
  regexp_matches(lower(concat_ws('|', line."order", line.reference)), '(^|\|)\s*(grand[ -]?|sub[ -]?)?(total|jumlah|sum)\b') as has_label,
  coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency) as currency,
  staging.tidy_text(line.currency) is not null as is_currency_stated,
  coalesce(incoming.is_paid, false) as is_moved,
  false as goes_out,
  staging.money_in_unit(
    staging.with_decimal_point(line.amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent,
    coalesce(setting.value, '') = 'minor_units'
  )::decimal(38, 4) as amount,
  null::decimal(38, 4) as fee,
  null::decimal(38, 4) as net
from file_line as line
inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
inner join incoming as incoming on incoming.line_no = line.line_no
left join core.company_setting as setting on setting.name = 'order_amounts'
inner join staging.currency as currency on currency.currency = coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency)
where coalesce(incoming.reject_code, '') <> 'item_row';

-- statement: merchant_order_insert
-- Adds each order of a file that is new or has changed. Reads incoming, which the load step fills.
insert into core.merchant_order by name
select
  order_id, reference, currency, amount, is_paid, status, refunded, customer_name, customer_email, purchase_id as payment_key, placed_at,
  business_date, receipt_id, line_no, content_hash, known_from, has_refunded, is_refund_missing,
  staging.customer_key(customer_email, customer_name) as customer_key
from incoming
anti join core.merchant_order as known
  on known.known_to is null and known.order_id = incoming.order_id
where reject_code is null;

-- statement: merchant_order_close
-- Ends the current version of each order that this file changes. Reads incoming, which the load step fills.
update core.merchant_order
set known_to = incoming.known_from, ended_by = incoming.receipt_id
from incoming as incoming
where merchant_order.known_to is null
  and incoming.reject_code is null
  and merchant_order.order_id = incoming.order_id
  and merchant_order.content_hash <> incoming.content_hash;

-- statement: merchant_order_end
-- Ends the orders that this file no longer has, although it covers their day. An order with any row in the file, even a
-- rejected row or a row of another day, does not end. A company may have several shops with one file each, so a file ends only
-- orders of files with its own name, and of files with which it has an order in common. Reads incoming, which has the rows of
-- the file.
update core.merchant_order
set known_to = receipt.received_at, ended_by = receipt.receipt_id
from raw.receipt as receipt
where receipt.receipt_id = $receipt_id
  and merchant_order.known_to is null
  and merchant_order.order_id in (
    select known.order_id
    from core.merchant_order as known
    inner join core.replaced_day(core.replacing_file($receipt_id)) as day
      on day.business_date = known.business_date and coalesce(day.currency = known.currency, true)
    inner join raw.receipt as file on file.receipt_id = core.replacing_file($receipt_id) and file.kind = 'orders'
    inner join raw.receipt as first_file on first_file.receipt_id = known.receipt_id
    where known.known_to is null
      and (
        first_file.file_name = file.file_name
        or first_file.file_name in (
          select receipt.file_name
          from core.merchant_order as common
          inner join raw.receipt as receipt on receipt.receipt_id = common.receipt_id
          where common.order_id in (select order_id from incoming where order_id is not null)
            and common.receipt_id <> core.replacing_file($receipt_id)
        )
      )
      and known.order_id not in (select order_id from incoming where order_id is not null)
  );
