-- statement: record_version
-- The versions of the records that a closed month is made of, each with its content. What happens to a record later without changing it,
-- such as the settlement of a payment or the refund of an order, is not part of its content.
-- record: statement_line, order, bank_line, list_line, payout, payout_movement, ledger_balance
-- amount: the effect of the record on money: a movement of the gateway's or the payout account's balance less its fee, the amount of a paid
--   order, a bank line or a payout instruction, or the balance of a ledger account
-- grain: one version of one record
-- key: record, record_key, receipt_id
-- reads: core.payment, core.merchant_order, core.bank_line, core.list_line, core.payout, core.payout_movement, core.ledger_balance
create or replace view core.record_version as
select
  'statement_line' as record,
  concat_ws('/', payment_key, occurrence) as record_key,
  business_date,
  currency,
  reference,
  case when is_money_moved then if(direction = 'outgoing', -amount, amount) - fee else 0 end as amount,
  concat_ws('|', payment_key, occurrence, kind, direction, currency, amount, fee, net_amount, is_money_moved, business_date, reference)
    as content,
  receipt_id,
  known_from,
  known_to
from core.payment
union all
select
  'order', order_id, business_date, currency, reference, if(is_paid, amount, 0),
  concat_ws('|', order_id, currency, amount, is_paid, business_date, reference), receipt_id, known_from, known_to
from core.merchant_order
union all
select
  'bank_line', bank_line_key, booked_on, currency, reference, amount, concat_ws('|', bank_line_key, booked_on, currency, amount),
  receipt_id, known_from, known_to
from core.bank_line
union all
select
  'list_line', list_line_key, booked_on, currency, reference, amount,
  concat_ws('|', list, list_line_key, booked_on, currency, amount, fee), receipt_id, known_from, known_to
from core.list_line
union all
select
  'payout', payout_id::text, business_date, currency, reference, amount,
  concat_ws('|', payout_id, recipient_id, currency, amount, business_date), receipt_id, known_from, known_to
from core.payout
union all
select
  'payout_movement', movement_id::text, business_date, currency, null, net_amount,
  concat_ws('|', movement_id, ledger_kind, currency, amount, fee, net_amount, business_date), receipt_id, known_from, known_to
from core.payout_movement
union all
select
  'ledger_balance', concat_ws(' ', account, currency, balance_on), balance_on, currency, account, balance,
  concat_ws('|', account, currency, balance_on, balance), receipt_id, known_from, known_to
from core.ledger_balance;

-- statement: month_content
-- The content of the records of a period, as known now, to detect whether a closed month has changed since it was sealed.
-- record: as in core.record_version
-- sha256: hash of the records, one a line, sorted by their text
-- grain: one kind of record
-- key: record
-- reads: core.record_version
create or replace macro core.month_content(first_day, day_after) as table (
  select record, count(*) as record_count, sha256(string_agg(content, chr(10) order by content)) as sha256
  from core.record_version
  where known_to is null and business_date >= first_day and business_date < day_after
  group by record
);

-- statement: closed_month
-- The closed months, each with the newest version of its pack, as known to this warehouse.
-- version: 1, and a further version after each reopening
-- grain: one closed month
-- key: month
-- reads: raw.receipt
create or replace view core.closed_month as
with closed as (
  select
    batch_id as month,
    coalesce(try_cast(regexp_extract(file_name, '-v([0-9]+)[.]json$', 1) as integer), 1) as version,
    try_cast(batch_id || '-01' as date) as first_day,
    received_at as closed_at,
    receipt_id
  from raw.receipt
  where kind = 'close'
)
select month, version, first_day, cast(first_day + interval 1 month as date) as day_after, closed_at, receipt_id
from closed
where first_day is not null
qualify row_number() over (partition by month order by receipt_id desc) = 1;
