-- statement: statement_word
-- The words that the specification names for the payment method, the product category and the flow of a line. Another word is
-- kept as it is and counted as unexpected.
-- grain: one word of a field
-- key: field, word
-- reads: nothing
create or replace view staging.statement_word as
select field, unnest(words) as word
from (values
  ('payment_method', [
    'crypto_coin', 'dnqr', 'duitnow_qr', 'fpx', 'fpx_b2b1', 'maestro', 'mastercard', 'mpgs_apple_pay', 'mpgs_google_pay',
    'razer', 'razer_atome', 'razer_grabpay', 'razer_maybankqr', 'razer_shopeepay', 'razer_tng', 'shopee_pay', 'unknown', 'visa'
  ]),
  ('product', ['bank_payment', 'custom_payment', 'invoice', 'purchase', 'refund', 'subscription']),
  ('flow', [
    'api', 'direct_post', 'fluentforms', 'formidableforms', 'givewp', 'gravityforms', 'hostbill', 'import', 'link', 'magento',
    'opencart', 'payform', 'paymattic', 'prestashop', 'server_to_server', 'shopify', 'web_office', 'whmcs', 'woocommerce',
    'wpcharitable'
  ])
) as known (field, words);

-- statement: statement_type
-- What each word in the Type column of a statement means; a line with another word is rejected.
-- grain: one word
-- key: word
-- reads: nothing
create or replace view staging.statement_type as
select word, kind, direction
from (values
  ('purchase', 'payment', 'incoming'),
  ('purchase_charge', 'payment', 'incoming'),
  ('invoice', 'payment', 'incoming'),
  ('subscription', 'payment', 'incoming'),
  ('bank_payment', 'payment', 'incoming'),
  ('refund', 'refund', 'outgoing'),
  ('custom', 'disbursement', 'outgoing'),
  ('custom_payment', 'disbursement', 'outgoing'),
  ('payout', 'payout', 'outgoing'),
  ('chargeback', 'chargeback', 'outgoing'),
  ('chargeback_reversal', 'chargeback_reversal', 'incoming')
) as known (word, kind, direction);

-- statement: statement_status
-- What each word in the Status column of a statement means; a line with another word is rejected. Where no money moved, the
-- line is kept and shown, and counts neither in turnover nor in the balance.
-- grain: one word
-- key: word
-- reads: nothing
create or replace view staging.statement_status as
select word, is_money_moved
from (values
  ('paid', true), ('cleared', true), ('settled', true), ('refunded', true), ('partially_refunded', true),
  ('pending_refund', true), ('chargeback', true), ('charged_back', true), ('success', true), ('completed', true),
  ('created', false), ('sent', false), ('viewed', false), ('error', false), ('cancelled', false), ('overdue', false),
  ('expired', false), ('blocked', false), ('hold', false), ('released', false), ('pending_release', false),
  ('pending_capture', false), ('preauthorized', false), ('pending_execute', false), ('pending_charge', false),
  ('pending', false), ('failed', false)
) as known (word, is_money_moved);

-- statement: is_disputed
-- Whether a status of a payment's own line says that the payment was charged back, and the chargeback is not reversed.
create or replace macro staging.is_disputed(the_status) as (
  the_status in ('chargeback', 'charged_back')
);

-- statement: is_given_up
-- Whether a status says that no money moved, and that none will.
create or replace macro staging.is_given_up(the_status) as (
  the_status in ('cancelled', 'failed', 'error', 'expired', 'blocked')
);

-- statement: filter_values
-- The values that a request gave for one filter, in their order; null where it gave none. They consist of lower-case letters,
-- digits and _, so nothing in them is escaped.
create or replace macro staging.filter_values(the_query, filter_name) as (
  nullif(
    list_sort(list_transform(
      list_filter(string_split(the_query, '&'), lambda part: starts_with(part, filter_name || '=')),
      lambda part: substr(part, len(filter_name) + 2)
    )),
    []
  )
);

-- statement: statement_unexpected
-- Counts what the specification does not name in the lines of a statement: columns that have no meaning here, and words for
-- type, status, payment method, product and flow. A line with another type or status is rejected as well.
insert into raw.unexpected
with line as (
  select type, status, payment_method, product, flow, other_cells
  from file_line
),
named as (
  select 'type' as field, type as value from line
  union all
  select 'status', status from line
  union all
  -- the specification names the payment methods of customers only
  select 'payment_method', payment_method
  from line
  where lower(trim(type)) not in (select word from staging.statement_type where kind in ('disbursement', 'payout'))
  union all
  select 'product', product from line
  union all
  select 'flow', flow from line
),
known as (
  select 'type' as field, word from staging.statement_type
  union all
  select 'status', word from staging.statement_status
  union all
  select field, word from staging.statement_word
),
-- counted first, because many lines share few words
counted as (
  select
    field,
    left(value, 60) as value,
    case
      when field = 'type' then lower(trim(value))
      else lower(regexp_replace(trim(value), '[\s-]+', '_', 'g'))
    end as word,
    seen_count
  from (
    select field, value, count(*) as seen_count
    from named
    where trim(value) <> ''
    group by field, value
  ) as each
),
unexpected as (
  select counted.field, counted.value, counted.seen_count
  from counted
  anti join known on known.field = counted.field and known.word = counted.word
  union all
  select column_name, null, count(*)
  from (select left(unnest(json_keys(other_cells)), 60) as column_name from line where other_cells is not null) as each
  group by column_name
)
select $receipt_id, 'statement line', field, value, sum(seen_count)
from unexpected
group by field, value;
