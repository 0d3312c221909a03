-- statement: callbacks_to_statement
-- name: callbacks_to_statement
-- title: Callbacks to statement
-- kind: match
-- left: Callbacks received
-- right: Payments and refunds in the statement
-- grain: one payment, refund or chargeback that a callback reported, with its line; either of them alone; and each callback without a valid signature
-- needs: callbacks, statement
-- meaning: Callbacks and the statement disagree: your shop acted on a payment that the statement does not show, or missed one that it shows.
-- action: Hold the order until the gateway confirms which of the two is right.
-- order: 19
-- pass: same_identifier
-- pass: same_reference_and_amount
-- pass: same_reference(absolute := null)
-- reason: not_signed | control_breach | A callback reports a payment, and its signature is not valid for any key of the gateway. | Do not deliver on it. Find out who sent it, and check that your shop rejects such callbacks.
-- reason: other_mode | control_breach | A signed callback is of test mode and the statements are live, or the reverse. | Do not deliver on it. Check that your shop accepts callbacks of its own mode only.
-- reason: callback_without_line | missing_right | A signed callback reports a payment that is missing in the statement. | Do not deliver. Ask the gateway which of the two is right.
-- reason: line_without_callback | missing_left | The statement shows a payment, and no callback for it arrived before the gateway's last attempt. | Deliver or book by the statement. Find out why your shop could not be reached.
-- reason: may_still_be_delivered | timing | The statement shows a payment without a callback; the gateway repeats its attempts for 36 hours. | No action yet.
-- reason: amount_differs | amount_differs | The callback reports a different amount than the statement. | Ask the gateway which is right. Deliver only what was paid for.
-- reason: paid_in_callback_only | status_differs | A signed callback reports the payment as paid, and the statement shows it as not paid. | Do not deliver. Ask the gateway.
-- reason: method_differs | status_differs | The callback reports a payment method that the statement does not name. | Ask the gateway which is right. The fee depends on the method.
-- reason: identifier_differs | control_breach | The callback and the line with its reference have different ids, and other callbacks have the id of their line. | Find out in the gateway which payment the callback is about.
-- reason: several_fit | suggested | More than one callback or line has this reference. | Decide which of them belong together.
create or replace macro recon.callbacks_to_statement(period_start, period_end) as table (
  with
  coverage as (
    select * from core.callback_coverage
  ),
  covered as (
    select currency, first_day, last_day from core.covered_span where kind = 'callbacks'
  ),
  -- a missing method is a difference where the line's statement names methods, and a line of its kind had one in this or an
  -- earlier statement
  stating as (
    select kind, min(receipt_id) as first_receipt_id
    from core.payment_now
    where method is not null
    group by kind
  ),
  naming_file as (
    select distinct receipt_id from core.payment_now where method is not null
  ),
  -- razer is a group of methods, and unknown is not a method
  named_method as (
    select word from staging.statement_word where field = 'payment_method' and word not in ('razer', 'unknown')
  ),
  reported as (
    select *, kind || ':' || object_key as record_key from core.callback_now
  ),
  line as (
    select * from core.payment_now where occurrence = 1
  ),
  rival as (
    select side, record_key, could_be from recon.match_rival where reconciliation = 'callbacks_to_statement'
  ),
  joined as (
    select
      coalesce(line.currency, reported.currency) as currency,
      coalesce(line.kind, reported.kind) as kind,
      case when coalesce(line.is_money_moved, false) then line.business_date else coalesce(reported.business_date, line.business_date) end as business_date,
      reported.record_key,
      reported.object_key,
      recon.record_of(reported.record_key, reported.reference, reported.occurred_at, reported.receipt_id, reported.line_no) as left_record,
      reported.amount as reported_amount,
      reported.method as reported_method,
      line.payment_key,
      line.amount as line_amount,
      line.method as line_method,
      coalesce(line.is_money_moved, false) as is_money_moved,
      line.status as line_status,
      coalesce(line.paid_at, line.created_at) as line_at,
      recon.record_of_line(line) as right_record,
      line.receipt_id as line_receipt_id,
      pair.pass,
      coalesce(pair.is_suggested, false) as is_suggested,
      rival_message.record_key is not null or rival_line.record_key is not null as is_rival,
      coalesce(pair.runners_up, rival_message.could_be, rival_line.could_be) as runners_up,
      pair.evidence
    from line
    left join recon.match_of('callbacks_to_statement') as pair on pair.right_key = line.payment_key
    full outer join reported on reported.record_key = pair.left_key
    left join rival as rival_message
      on rival_message.side = 'left' and rival_message.record_key = reported.record_key
    left join rival as rival_line
      on rival_line.side = 'right' and rival_line.record_key = line.payment_key
  ),
  -- the names of methods that both sources use: a callback and its line agree on them
  agreed as (
    select distinct lower(reported_method) as word from joined where lower(reported_method) = lower(line_method)
  ),
  classified as (
    select
      joined.*,
      -- by its specification, the gateway makes no delivery attempt after 36 hours
      line_at + interval 36 hours as tried_until,
      case
        when is_suggested then 'several_fit'
        when payment_key is null and is_rival then 'several_fit'
        when payment_key is null then 'callback_without_line'
        when record_key is null and not is_money_moved then 'nothing'
        -- a callback can only be missing on days that are covered
        when record_key is null
          and coalesce(covered.last_day < cast(timezone(company.zone, line_at + interval 36 hours - interval 1 microsecond) as date), true)
          then 'may_still_be_delivered'
        when record_key is null and is_rival then 'several_fit'
        when record_key is null then 'line_without_callback'
        when not is_money_moved then 'paid_in_callback_only'
        when reported_amount <> line_amount then 'amount_differs'
        when object_key <> payment_key and identifier.is_of_line then 'identifier_differs'
        -- only names of the specification are compared: a statement may show a method under another name
        when reported_name.word <> line_name.word and agreed.word is not null then 'method_differs'
        when reported_name.word is not null and line_method is null and stating.kind is not null and naming_file.receipt_id is not null
          then 'method_differs'
      end as reason_code
    from joined
    left join coverage
      on coverage.kind = joined.kind and joined.business_date >= coverage.first_day
    cross join core.company as company
    left join recon.callback_identifier as identifier
      on identifier.kind = joined.kind and identifier.receipt_id = joined.line_receipt_id
    left join named_method as reported_name on reported_name.word = lower(joined.reported_method)
    left join named_method as line_name on line_name.word = lower(joined.line_method)
    left join stating
      on stating.kind = joined.kind and stating.first_receipt_id <= joined.line_receipt_id
    left join naming_file on naming_file.receipt_id = joined.line_receipt_id
    left join agreed on agreed.word = lower(joined.reported_method)
    left join covered
      on covered.currency = joined.currency
      and joined.business_date between covered.first_day and covered.last_day
    where joined.business_date >= period_start and joined.business_date < period_end
      -- a callback is expected from the first delivery on; a callback that exists is compared in any case
      and (coverage.first_day is not null or joined.record_key is not null)
  ),
  -- callbacks without a valid signature, unless a signed delivery of the same event exists
  unsigned as (
    select *
    from core.callback
    where not is_signed and kind is not null
      and business_date >= period_start and business_date < period_end
      and not exists (
        select 1
        from core.callback as signed
        where signed.is_signed and signed.callback_key = callback.callback_key
      )
  ),
  -- signed callbacks of a different mode than the statements
  other_mode as (
    select callback.*
    from core.callback as callback
    cross join core.gateway_mode as gateway_mode
    where callback.is_signed and callback.kind is not null and callback.is_test <> gateway_mode.is_test
      and callback.business_date >= period_start and callback.business_date < period_end
  ),
  judged as (
    select
      currency, kind, business_date,
      case when payment_key is not null and is_money_moved then kind || ':' || payment_key else 'callback:' || record_key end as item_key,
      reason_code, pass, left_record, reported_amount, reported_method, right_record, line_amount, line_method, is_money_moved, line_status,
      tried_until, evidence, runners_up
    from classified
    where reason_code is distinct from 'nothing'
    union all by name
    select
      currency, kind, business_date, prefix || callback_key as item_key, reason_code, amount as reported_amount, false as is_money_moved,
      recon.record_of(kind || ':' || object_key, reference, occurred_at, receipt_id, line_no) as left_record
    from (
      select *, 'unsigned:' as prefix, 'not_signed' as reason_code from unsigned
      union all
      select *, 'other_mode:', 'other_mode' from other_mode
    )
  ),
  item as (
    select
      judged.currency,
      judged.business_date,
      judged.item_key,
      judged.reason_code,
      case
        when judged.reason_code is not null then core.say('callbacks_to_statement-' || judged.reason_code, {
          reported: core.money_figure(judged.currency, reported_amount),
          stated: core.money_figure(judged.currency, line_amount),
          amount: core.money_figure(judged.currency, coalesce(line_amount, reported_amount)),
          kind: kind,
          reference: coalesce(right_record.reference, left_record.reference),
          line_reference: right_record.reference,
          status: line_status,
          tried_until: core.instant_figure(tried_until, company.zone),
          reported_id: substr(left_record.key, length(kind) + 2),
          stated_id: right_record.key,
          reported_method: reported_method,
          stated_method: line_method
        })
      end as reason,
      case when judged.reason_code is null or judged.reason_code = 'several_fit' then pass end as match_pass,
      left_record,
      reported_amount as left_amount,
      right_record,
      case when is_money_moved then line_amount end as right_amount,
      coalesce(case when is_money_moved then line_amount end, 0) - coalesce(reported_amount, 0) as right_minus_left,
      case when judged.reason_code = 'may_still_be_delivered' then cast(timezone(company.zone, tried_until) as date) end as expected_on,
      expected_on + 1 as becomes_break_on,
      case when judged.reason_code is null or judged.reason_code = 'several_fit' then evidence end as evidence,
      case when judged.reason_code = 'several_fit' then to_json(runners_up)::text end as runners_up
    from judged
    cross join core.company as company
  )
  from recon.item_of('callbacks_to_statement', item)
);

-- statement: callbacks_to_statement_record
-- records of: callbacks_to_statement
-- grain: one payment, refund or chargeback reported by callbacks (left) or one line of the statement (right)
-- key: side, record_key
-- reads: core.callback_now, core.payment_now
-- Includes a month on either side of the period. Lines without money moved are included only where a callback names them.
create or replace macro recon.callbacks_to_statement_record(period_start, period_end) as table (
  select
    'left' as side,
    kind || ':' || object_key as record_key,
    currency,
    amount,
    null::decimal(18, 4) as fee,
    kind || ':' || object_key as identifier,
    -- a refund has the reference of its payment
    kind || ' ' || reference as reference,
    occurred_at,
    business_date as occurred_on,
    null::text as group_key,
    null::text as counterparty,
    null::text as description
  from core.callback_now
  where business_date >= period_start - interval 31 days and business_date < period_end + interval 31 days
  union all
  select
    'right',
    payment.payment_key,
    payment.currency,
    payment.amount,
    payment.fee,
    payment.kind || ':' || payment.payment_key,
    payment.kind || ' ' || payment.reference,
    coalesce(payment.paid_at, payment.created_at),
    payment.business_date,
    null,
    null,
    payment.description
  from core.payment_now as payment
  inner join (select distinct kind from core.callback_now) as reported
    on reported.kind = payment.kind
  left join core.callback_now as callback
    on callback.kind = payment.kind and callback.object_key = payment.payment_key
  where payment.occurrence = 1
    and (payment.is_money_moved or callback.object_key is not null)
    and coalesce(payment.paid_at, payment.created_at) is not null
    and payment.business_date >= period_start - interval 31 days and payment.business_date < period_end + interval 31 days
);
