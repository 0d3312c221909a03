-- statement: story
-- Everything known about a reference, a number, an amount or an item: each version of each record that has it, with file and
-- line; its items in the reconciliations; the decisions; and rejected rows.
-- grain: one record, item, decision or rejected row, in order of time
-- key: none
-- reads: core.payment, core.merchant_order, core.bank_line, core.payout_movement, core.payout, core.recipient, core.callback, recon.item, recon.decision, recon.decision_now, staging.rejected_row, raw.receipt
create or replace macro recon.story(the_text) as table (
  with
  item as (
    select item.*
    from recon.item as item
    where starts_with(item.break_id, lower(the_text)) and length(the_text) >= 6
      or the_text in (item.item_key, item.left_key, item.right_key, item.left_reference, item.right_reference)
      or try_cast(the_text as decimal(18, 4)) in (item.left_amount, item.right_amount, item.right_minus_left, -item.right_minus_left)
  ),
  -- an item leads to the records of both its sides, so that an order leads to its payment; an amount leads no further
  search_word as (
    select the_text as word
    union
    select regexp_replace(unnest([left_key, right_key]), '^disbursement:', '')
    from item
    where starts_with(break_id, lower(the_text)) and length(the_text) >= 6
      or the_text in (item_key, left_key, right_key, left_reference, right_reference)
  ),
  thing as (
    select
      known_from as known_at, coalesce(paid_at, created_at) as happened_at, 'statement' as source, payment_key as key, reference,
      currency, amount, status,
      format('{} {}{}', kind, status, case when known_to is not null then ', replaced later' else '' end) as what, receipt_id, line_no
    from core.payment
    where payment_key in (select word from search_word) or reference in (select word from search_word) or related_to in (select word from search_word)
      or amount = try_cast(the_text as decimal(18, 4))
    union all
    select known_from, placed_at, 'order', order_id, reference, currency, amount, status,
      format('order {}{}', status, case when known_to is not null then ', replaced later' else '' end), receipt_id, line_no
    from core.merchant_order
    where order_id in (select word from search_word) or reference in (select word from search_word) or payment_key in (select word from search_word)
      or amount = try_cast(the_text as decimal(18, 4))
    union all
    select known_from, booked_on::timestamptz, 'bank', bank_line_key, reference, currency, amount, null,
      coalesce(description, 'bank line') || case when known_to is not null then ', replaced later' else '' end, receipt_id, line_no
    from core.bank_line
    where bank_line_key in (select word from search_word) or reference in (select word from search_word)
      or amount = try_cast(the_text as decimal(18, 4))
    union all
    select known_from, occurred_at, 'callback', callback_key, reference, currency, amount, status,
      format('{}{}', event, case when is_signed then '' else ', without a valid signature' end), receipt_id, line_no
    from core.callback
    where callback_key in (select word from search_word) or object_key in (select word from search_word) or reference in (select word from search_word)
      or amount = try_cast(the_text as decimal(18, 4))
    union all
    select known_from, created_at, 'ledger', movement_id::text, null, currency, amount, status, format('{} {}', ledger_kind, status), receipt_id, line_no
    from core.payout_movement
    where movement_id::text in (select word from search_word) or payout_id::text in (select word from search_word)
      or abs(amount) = try_cast(the_text as decimal(18, 4))
    union all
    select known_from, created_at, 'payout', payout_id::text, reference, currency, amount, state,
      format('payout {}', state), receipt_id, line_no
    from core.payout
    where payout_id::text in (select word from search_word) or reference in (select word from search_word)
      or amount = try_cast(the_text as decimal(18, 4))
    union all
    select known_from, created_at, 'recipient', recipient_id::text, reference, null, null, status, format('recipient {}', status), receipt_id, line_no
    from core.recipient
    where recipient_id::text in (select word from search_word) or reference in (select word from search_word)
    union all
    select null, coalesce(item.left_at, item.right_at), item.reconciliation, substr(item.break_id, 1, 12), coalesce(item.left_reference, item.right_reference),
      item.currency, item.right_minus_left, item.outcome, item.reason, coalesce(item.left_receipt_id, item.right_receipt_id),
      case when item.left_receipt_id is not null then item.left_line_no else item.right_line_no end
    from item
    union all
    select decision.decided_at, decision.decided_at, 'decision', substr(decision.break_id, 1, 12), decision.decision_id, null, decision.right_minus_left,
      decision.decision, format('{} by {}{}: {}', decision.decision, decision.author, case when now.status = 'awaiting_approval' then ' (awaiting approval)' else '' end,
        coalesce(decision.note, decision.reason_code)), decision.receipt_id, null
    from recon.decision as decision
    left join recon.decision_now as now on now.decision_id = coalesce(decision.approves, decision.decision_id)
    where decision.break_id in (select break_id from item)
    union all
    select receipt.received_at, null, 'rejected', null, null, null, null, rejected.reason_code, rejected.reason, rejected.receipt_id, rejected.line_no
    from staging.rejected_row as rejected
    inner join raw.receipt as receipt on receipt.receipt_id = rejected.receipt_id
    where length(the_text) >= 4 and contains(rejected.raw_text, the_text)
  )
  select
    thing.happened_at,
    thing.source,
    thing.key,
    thing.reference,
    thing.currency,
    thing.amount,
    thing.what,
    receipt.file_name as file,
    thing.line_no as line,
    thing.known_at
  from thing
  left join raw.receipt as receipt on receipt.receipt_id = thing.receipt_id
  order by thing.happened_at nulls last, thing.source, thing.key, thing.known_at
);
