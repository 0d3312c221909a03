-- statement: read_amount
-- The amount that a person wrote, exactly; null for other text. Thousands may be grouped, the decimal mark may be a comma, and a
-- currency may stand before or after, apart: 51.9, 1,234.50, 1.234,50, MYR 51.90. A comma before three digits groups thousands.
create or replace macro core.read_amount(the_text) as (
  case
    when regexp_full_match(
      regexp_replace(trim(the_text), '^([^\w\s.,''+-]{1,2} *|[A-Za-z]{2,3} +)|( *[^\w\s.,''+-]{1,2}| +[A-Za-z]{2,3})$', ''),
      '[-+]?(\d{1,3}([,'' ]\d{2,3})*[,'' ]\d{3}|\d{1,18})(\.\d{1,4})?'
    ) then try_cast(regexp_replace(trim(the_text), '[^-\d.]', '', 'g') as decimal(38, 4))
    when regexp_full_match(
      regexp_replace(trim(the_text), '^([^\w\s.,''+-]{1,2} *|[A-Za-z]{2,3} +)|( *[^\w\s.,''+-]{1,2}| +[A-Za-z]{2,3})$', ''),
      '[-+]?(\d{1,3}([.'' ]\d{3})+|\d{1,18}),\d{1,4}'
    ) then try_cast(replace(regexp_replace(trim(the_text), '[^-\d,]', '', 'g'), ',', '.') as decimal(38, 4))
  end
);

-- statement: amount_pattern
-- A regular expression for an amount as a row may have it: with grouped thousands, a decimal comma, or other trailing zeros.
create or replace macro core.amount_pattern(amount) as (
  '(^|[^\d.,])' || regexp_replace(split_part(abs(amount)::text, '.', 1), '(\d)', '\1[,.'' ]?', 'g')
    || case when rtrim(split_part(abs(amount)::text, '.', 2), '0') = '' then '([.,]?0+)?' else '' end
    || case when rtrim(split_part(abs(amount)::text, '.', 2), '0') <> '' then rtrim(split_part(abs(amount)::text, '.', 2), '0') || '0*' else '' end
    || '($|\D)'
);

-- statement: found_amount
-- Which of the further amounts of a record is the amount that was asked for, as the end of a text; empty where its main amount
-- is, or none. Amounts are compared without their sign.
create or replace macro core.found_amount(asked, the_currency, main_amount, further) as (
  case
    when abs(main_amount) = abs(asked) then ''
    else coalesce(
      list_filter(further, lambda one: abs(one.amount) = abs(asked))[1].name.concat(
        ' ', core.money_text(the_currency, list_filter(further, lambda one: abs(one.amount) = abs(asked))[1].amount)
      ),
      ''
    )
  end
);

-- statement: key_of_item
-- The key of the record of an item, which is the key of the item after a prefix, such as order:1001. The key of an item without a
-- single record, such as a difference of totals, leads to no record.
create or replace macro core.key_of_item(item_key) as (
  regexp_replace(item_key, '^\w+:', '')
);

-- statement: story
-- Everything known about a reference, a number, an amount or an item: each version of each record that has it, with file and
-- line; its items in the reconciliations, also those that were open once and are no longer found; the decisions; and rejected
-- rows. An amount is found whichever amount of a record it is (amount, fee, net amount, balance), and whatever its sign.
-- grain: one record, item, decision or rejected row, in order of time
-- key: none
-- happened_on: the day, where a record has no time; happened_at is its start in the zone of the company
-- reads: core.company, core.payment, core.merchant_order, core.bank_line, core.list_line, core.bank_statement, core.payout_movement, core.payout, core.recipient,
-- core.callback, core.turnover, core.gateway_balance, core.payout_account, core.opening_item, core.ledger_balance, recon.item, recon.break_life,
-- recon.decision, recon.decision_now, staging.rejected_row, raw.receipt
create or replace macro recon.story(the_text) as table (
  with
  asked as materialized (
    select core.read_amount(the_text) as amount, (select any_value(zone) from core.company) as zone
  ),
  item as (
    select item.*
    from recon.item as item
    cross join asked
    where starts_with(item.break_id, lower(the_text)) and length(the_text) >= 6
      or the_text in (item.item_key, item.left_key, item.right_key, item.left_reference, item.right_reference)
      or abs(asked.amount) in (abs(item.left_amount), abs(item.right_amount), abs(item.right_minus_left))
  ),
  -- an item leads to the records of both its sides, so that an order leads to its payment; an amount leads no further
  search_word as (
    select the_text as word
    union
    select regexp_replace(unnest([left_key, right_key]), '^disbursement:', '')
    from item
    where starts_with(break_id, lower(the_text)) and length(the_text) >= 6
      or the_text in (item_key, left_key, right_key, left_reference, right_reference)
    union
    select core.key_of_item(item_key)
    from recon.break_life
    where starts_with(break_id, lower(the_text)) and length(the_text) >= 6
  ),
  -- each version of each record, with its keys and amounts; a key that is looked for is a search word. Some records have a day and no time
  record as (
    select
      known_from as known_at, coalesce(paid_at, created_at) as happened_at, null::date as happened_on,
      'statement' as source, payment_key as key, reference, currency, amount, format('{} {}{}', kind, status, case when known_to is not null then ', replaced later' else '' end) as what,
      receipt_id, line_no, [payment_key, reference, related_to] as keys,
      [{'name': ', fee', 'amount': fee}, {'name': ', net', 'amount': net_amount}, {'name': ', withheld', 'amount': withheld}] as further
    from core.payment
    union all
    select known_from, placed_at, null, 'order', order_id, reference, currency, amount,
      format('order {}{}', status, case when known_to is not null then ', replaced later' else '' end), receipt_id, line_no,
      [order_id, reference, payment_key], [{'name': ', refunded', 'amount': refunded}]
    from core.merchant_order
    union all
    select known_from, null, booked_on, 'bank', bank_line_key, reference, currency, amount,
      coalesce(description, 'bank line') || case when known_to is not null then ', replaced later' else '' end, receipt_id, line_no,
      [bank_line_key, reference], [{'name': ', balance', 'amount': balance}]
    from core.bank_line
    union all
    select known_from, null, booked_on, 'list', list_line_key, reference, currency, amount,
      concat_ws(', ', list, description, case when known_to is not null then 'replaced later' end), receipt_id, line_no,
      [list_line_key, reference, identifier], [{'name': ', fee', 'amount': fee}]
    from core.list_line
    union all
    select known_from, null, last_day, 'bank', identifier, null, currency, closing,
      format('bank statement {} to {}', first_day, last_day), receipt_id, null, [identifier], [{'name': ', opening balance', 'amount': opening}]
    from core.bank_statement
    union all
    select known_from, occurred_at, null, 'callback', callback_key, reference, currency, amount,
      format('{}{}', event, case when is_signed then '' else ', without a valid signature' end), receipt_id, line_no,
      [callback_key, object_key, reference], []
    from core.callback
    union all
    select known_from, created_at, null, 'ledger', movement_id::text, null, currency, amount, format('{} {}', ledger_kind, status), receipt_id, line_no,
      [movement_id::text, payout_id::text], [{'name': ', fee', 'amount': fee}, {'name': ', net', 'amount': net_amount}]
    from core.payout_movement
    union all
    select known_from, created_at, null, 'payout', payout_id::text, reference, currency, amount, format('payout {}', state), receipt_id, line_no,
      [payout_id::text, reference], []
    from core.payout
    union all
    select known_from, created_at, null, 'recipient', recipient_id::text, reference, null, null, format('recipient {}', status), receipt_id, line_no,
      [recipient_id::text, reference], []
    from core.recipient
    union all
    select known_from, null, business_date, 'turnover', direction, null, currency, amount,
      format('{} turnover of {}', direction, business_date), receipt_id, null, [], [{'name': ', fee', 'amount': fee}]
    from core.turnover
    union all
    select known_from, balance_at, null, 'balance', 'gateway', null, currency, balance, 'balance of the gateway', receipt_id, null, [],
      [
        {'name': ', reserved', 'amount': reserved}, {'name': ', pending', 'amount': pending_outgoing},
        {'name': ', available', 'amount': available_balance}, {'name': ', before fees', 'amount': gross_balance}
      ]
    from core.gateway_balance
    union all
    select observed_at, observed_at, null, 'balance', account_id::text, null, currency, current_balance, 'balance of a payout account', receipt_id, null, [],
      [{'name': ', convertible', 'amount': convertible_balance}]
    from core.payout_account
    union all
    select known_from, null, occurred_on, 'taken on', item_id, reference, currency, amount, item, receipt_id, line_no, [item_id, reference],
      [{'name': ', fee', 'amount': fee}]
    from core.opening_item
    union all
    select known_from, null, balance_on, 'general ledger', account, null, currency, balance,
      format('balance of account {} on {}', account, balance_on), receipt_id, line_no, [account], []
    from core.ledger_balance
  ),
  found_record as materialized (
    select
      record.known_at, coalesce(record.happened_at, timezone(asked.zone, record.happened_on::timestamp)) as happened_at,
      record.happened_on, record.source, record.key, record.reference, record.currency, record.amount,
      record.what || core.found_amount(asked.amount, record.currency, record.amount, record.further) as what, record.receipt_id, record.line_no,
      list_has_any(record.keys, (select list(word) from search_word)) as is_keyed
    from record
    cross join asked
    where is_keyed
      or abs(record.amount) = abs(asked.amount)
      or len(list_filter(record.further, lambda one: abs(one.amount) = abs(asked.amount))) > 0
  ),
  -- an item that was open once and is no longer found has no record beside it, only its key
  former_item as (
    select break_life.*
    from recon.break_life as break_life
    cross join asked
    where break_life.break_id not in (select break_id from recon.item)
      and (
        starts_with(break_life.break_id, lower(the_text)) and length(the_text) >= 6
        or break_life.item_key = the_text
        or core.key_of_item(break_life.item_key) in (select key from found_record where is_keyed)
        or abs(asked.amount) = abs(break_life.amount)
      )
  ),
  thing as (
    select * exclude (is_keyed) from found_record
    union all
    select null, coalesce(item.left_at, item.right_at), null, item.reconciliation, substr(item.break_id, 1, 12), coalesce(item.left_reference, item.right_reference),
      item.currency, item.right_minus_left, item.reason, coalesce(item.left_receipt_id, item.right_receipt_id),
      case when item.left_receipt_id is not null then item.left_line_no else item.right_line_no end
    from item
    union all
    select null, null, business_date, reconciliation, substr(break_id, 1, 12), null, currency, amount, concat_ws(' ', reason, closed_because), null, null
    from former_item
    union all
    select decision.decided_at, decision.decided_at, null, 'decision', substr(decision.break_id, 1, 12), decision.decision_id, null, decision.right_minus_left,
      format('{} by {}{}: {}', replace(decision.decision, '_', '-'), decision.author, case when now.status = 'awaiting_approval' then ' (awaiting approval)' else '' end,
        coalesce(decision.note, decision.reason_code)), decision.receipt_id, null
    from recon.decision as decision
    left join recon.decision_now as now on now.decision_id = coalesce(decision.approves, decision.decision_id)
    where decision.break_id in (select break_id from item union all select break_id from former_item)
    union all
    select receipt.received_at, null, null, 'rejected', null, null, null, null, rejected.reason, rejected.receipt_id, rejected.line_no
    from staging.rejected_row as rejected
    inner join raw.receipt as receipt on receipt.receipt_id = rejected.receipt_id
    cross join asked
    where length(the_text) >= 4
      and (contains(rejected.raw_text, the_text) or coalesce(regexp_matches(rejected.raw_text, core.amount_pattern(asked.amount)), false))
  )
  select
    thing.happened_at,
    thing.happened_on,
    thing.source,
    thing.key,
    thing.reference,
    thing.currency,
    thing.amount,
    thing.what,
    receipt.file_name as file,
    thing.line_no as line,
    thing.known_at,
    thing.receipt_id
  from thing
  left join raw.receipt as receipt on receipt.receipt_id = thing.receipt_id
  order by thing.happened_at nulls last, thing.source, thing.key, thing.known_at
);
