-- name: callbacks_to_statement
-- title: Callbacks to statement
-- kind: match
-- left: Callbacks that you received
-- right: Payments and refunds in the statement
-- grain: one payment, refund or chargeback that was told of, with its line; or either alone; and each message that the gateway did not sign
-- meaning: Your shop acted on a message that the statement does not bear out, or was never told of money that moved.
-- action: Hold the order until the gateway says which of the two is right.
-- order: 19
-- pass: same_identifier
-- pass: same_reference_and_amount
-- pass: same_reference(absolute := 99999999999)
-- reason: not_signed | control_breach | A message says that money moved, and no key of the gateway fits its signature. | Do not deliver on it; find out who sent it, and check that your shop refuses such messages.
-- reason: other_mode | control_breach | A signed message is of test mode and the statements are live, or the other way round. | Do not deliver on it; see that your shop takes messages of its own mode only.
-- reason: callback_without_line | missing_right | A signed message says that money moved, and the statement has no line for it. | Do not deliver; ask the gateway which of the two is right.
-- reason: line_without_callback | missing_left | Money moved, and no message about it arrived while the gateway still tried. | Deliver or book it by the statement; find out why your shop could not be reached.
-- reason: may_still_be_delivered | timing | Money moved, no message arrived, and the gateway goes on trying for 36 hours. | Nothing yet.
-- reason: amount_differs | amount_differs | The message told of another amount than the statement. | Ask the gateway which is right; deliver only what was paid for.
-- reason: told_paid_line_not | status_differs | A signed message says that it was paid, and its line in the statement says that it was not. | Do not deliver; ask the gateway.
-- reason: several_fit | suggested | More than one message or line has this reference. | Decide which belong together.
create or replace macro recon.callbacks_to_statement(period_start, period_end) as table (
  with
  coverage as (
    select * from core.callback_coverage
  ),
  told as (
    select *, kind || ':' || object_key as record_key from core.callback_now
  ),
  line as (
    select * from core.payment_now where occurrence = 1
  ),
  pair as (
    select match.company, match.left_keys[1] as record_key, match.right_keys[1] as payment_key, match.pass, match.is_suggested,
      match.runners_up, match_evidence.evidence
    from recon.match as match
    inner join recon.match_evidence as match_evidence on match_evidence.match_id = match.match_id
    where match.reconciliation = 'callbacks_to_statement'
  ),
  rival as (
    select company, side, record_key, could_be from recon.match_rival where reconciliation = 'callbacks_to_statement'
  ),
  joined as (
    select
      coalesce(line.company, told.company) as company,
      coalesce(line.currency, told.currency) as currency,
      coalesce(line.kind, told.kind) as kind,
      case when coalesce(line.is_money_moved, false) then line.business_date else coalesce(told.business_date, line.business_date) end as business_date,
      told.record_key,
      told.reference as told_reference,
      told.amount as told_amount,
      told.occurred_at as told_at,
      told.file_id as told_file_id,
      told.line_no as told_line_no,
      line.payment_key,
      line.reference as line_reference,
      line.amount as line_amount,
      coalesce(line.is_money_moved, false) as is_money_moved,
      line.status as line_status,
      coalesce(line.paid_at, line.created_at) as line_at,
      line.file_id as line_file_id,
      line.line_no as line_line_no,
      pair.pass,
      coalesce(pair.is_suggested, false) as is_suggested,
      rival_message.record_key is not null or rival_line.record_key is not null as is_rival,
      coalesce(pair.runners_up, rival_message.could_be, rival_line.could_be) as runners_up,
      pair.evidence
    from line
    left join pair on pair.company = line.company and pair.payment_key = line.payment_key
    full outer join told on told.company = pair.company and told.record_key = pair.record_key
    left join rival as rival_message
      on rival_message.side = 'left' and rival_message.company = told.company and rival_message.record_key = told.record_key
    left join rival as rival_line
      on rival_line.side = 'right' and rival_line.company = line.company and rival_line.record_key = line.payment_key
  ),
  judged as (
    select
      joined.*,
      -- payment-gateway.md, delivery protocol: no attempt is made after 36 hours
      line_at + interval 36 hours as tried_until,
      case
        when is_suggested then 'several_fit'
        when payment_key is null and is_rival then 'several_fit'
        when payment_key is null then 'callback_without_line'
        when record_key is null and not is_money_moved then 'nothing'
        when record_key is null and line_at + interval 36 hours > coverage.last_received_at then 'may_still_be_delivered'
        when record_key is null and is_rival then 'several_fit'
        when record_key is null then 'line_without_callback'
        when not is_money_moved then 'told_paid_line_not'
        when told_amount <> line_amount then 'amount_differs'
      end as reason_code
    from joined
    inner join coverage
      on coverage.company = joined.company and coverage.kind = joined.kind and joined.business_date >= coverage.first_day
    where joined.business_date >= period_start and joined.business_date < period_end
  ),
  -- a message that nobody of the gateway's signed says nothing of money; that somebody sent it does
  unsigned as (
    select *
    from core.callback
    where not is_signed and kind is not null
      and business_date >= period_start and business_date < period_end
      and not exists (
        select 1
        from core.callback as signed
        where signed.is_signed and signed.company = callback.company and signed.callback_key = callback.callback_key
      )
  ),
  -- nor does one of test mode among live payments, signed as it is
  other_mode as (
    select callback.*
    from core.callback as callback
    inner join core.gateway_mode as gateway_mode on gateway_mode.company = callback.company
    where callback.is_signed and callback.kind is not null and callback.is_test <> gateway_mode.is_test
      and callback.business_date >= period_start and callback.business_date < period_end
  ),
  item as (
    select
      company, currency, kind, business_date,
      case when payment_key is not null and is_money_moved then kind || ':' || payment_key else 'callback:' || record_key end as item_key,
      reason_code, pass, record_key, told_reference, told_amount, told_at, told_file_id, told_line_no,
      payment_key, line_reference, line_amount, is_money_moved, line_status, line_at, line_file_id, line_line_no, tried_until, evidence, runners_up
    from judged
    where reason_code is distinct from 'nothing'
    union all
    select
      company, currency, kind, business_date, 'unsigned:' || callback_key, 'not_signed', null, kind || ':' || object_key, reference, amount,
      occurred_at, file_id, line_no, null, null, null, false, null, null, null, null, null, null, null
    from unsigned
    union all
    select
      company, currency, kind, business_date, 'other_mode:' || callback_key, 'other_mode', null, kind || ':' || object_key, reference, amount,
      occurred_at, file_id, line_no, null, null, null, false, null, null, null, null, null, null, null
    from other_mode
  )
  select
    item.company,
    item.currency,
    item.business_date,
    item.item_key,
    case item.reason_code
      when 'not_signed' then 'control_breach'
      when 'other_mode' then 'control_breach'
      when 'several_fit' then 'suggested'
      when 'callback_without_line' then 'missing_right'
      when 'line_without_callback' then 'missing_left'
      when 'may_still_be_delivered' then 'timing'
      when 'told_paid_line_not' then 'status_differs'
      when 'amount_differs' then 'amount_differs'
      else 'matched'
    end as outcome,
    item.reason_code,
    case item.reason_code
      when 'not_signed' then format('A message says that {} moved as a {}, and the gateway did not sign it.',
        core.money_text(item.currency, told_amount), replace(kind, '_', ' '))
      when 'other_mode' then format('A message of another mode than the statements says that {} moved as a {}: a test, or no test.',
        core.money_text(item.currency, told_amount), replace(kind, '_', ' '))
      when 'several_fit' then format('{} with reference {} fits more than one message or line.',
        core.money_text(item.currency, coalesce(line_amount, told_amount)), coalesce(line_reference, told_reference, 'none'))
      when 'callback_without_line' then format('A signed message tells of a {} over {}, and the statement has no line for it.',
        replace(kind, '_', ' '), core.money_text(item.currency, told_amount))
      when 'line_without_callback' then format('No message arrived about the {} over {}.', replace(kind, '_', ' '),
        core.money_text(item.currency, line_amount))
      when 'may_still_be_delivered' then format('No message has arrived about the {} over {}; the gateway tries until {}.',
        replace(kind, '_', ' '), core.money_text(item.currency, line_amount), strftime(timezone(company.zone, tried_until), '%Y-%m-%d %H:%M'))
      when 'told_paid_line_not' then format('A signed message tells of a {} over {}, and its line in the statement is {}.',
        replace(kind, '_', ' '), core.money_text(item.currency, told_amount), line_status)
      when 'amount_differs' then format('The message tells of {}, the statement of {}.', core.money_text(item.currency, told_amount),
        core.money_text(item.currency, line_amount))
      else format('The {} over {} is as it was told.', replace(kind, '_', ' '), core.money_text(item.currency, line_amount))
    end as reason,
    case when item.reason_code is null or item.reason_code = 'several_fit' then pass end as match_pass,
    record_key as left_key,
    told_reference as left_reference,
    told_amount::decimal(38, 4) as left_amount,
    told_at as left_at,
    told_file_id as left_file_id,
    told_line_no::bigint as left_line_no,
    payment_key as right_key,
    line_reference as right_reference,
    case when is_money_moved then line_amount end::decimal(38, 4) as right_amount,
    line_at as right_at,
    line_file_id as right_file_id,
    line_line_no::bigint as right_line_no,
    (coalesce(case when is_money_moved then line_amount end, 0) - coalesce(told_amount, 0))::decimal(38, 4) as right_minus_left,
    case when item.reason_code = 'may_still_be_delivered' then cast(timezone(company.zone, tried_until) as date) end as expected_on,
    case when item.reason_code = 'may_still_be_delivered' then cast(timezone(company.zone, tried_until) as date) + 1 end as becomes_break_on,
    case when item.reason_code is null or item.reason_code = 'several_fit' then evidence end as evidence,
    case when item.reason_code = 'several_fit' then to_json(runners_up)::text end as runners_up
  from item
  inner join core.company as company on company.company = item.company
  order by item.company, item.currency, item.business_date, item.item_key
);
