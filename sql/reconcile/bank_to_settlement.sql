-- name: bank_to_settlement
-- title: Proof of deposits
-- kind: match
-- left: Bank deposits
-- right: Disbursements or settlements
-- grain: one amount that the gateway sent, with its deposit; each deposit without one; and each deposit made twice
-- needs: bank, statement
-- meaning: The deposits at the bank differ from what the gateway sent: a deposit is overdue, short, duplicated or unidentified.
-- action: Ask the gateway for the trace number of the transfer, then ask the bank with it.
-- order: 28
-- pass: same_reference_and_amount
-- pass: amount_in_window(days_before := 7)
-- pass: same_reference(absolute := 99999999999)
-- pass: sum_in_window(total_side := 'left', days_before := 7, same_day := true)
-- pass: in_time_order(days_before := 7, order_kept := true)
-- reason: not_arrived_yet | timing | Deposit in transit: the gateway sent it, and its usual time has not passed. | No action yet.
-- reason: late | overdue | The deposit is past its expected date. | Ask the bank whether the transfer is on its way.
-- reason: deposit_missing | missing_left | The gateway reports the transfer as sent, and the bank has not received it. | Ask the gateway for the trace number of the transfer, then ask the bank with it.
-- reason: deposit_not_sent | missing_right | Unidentified receipt: money at the bank without a transfer of the gateway. | Identify the sender before you book it.
-- reason: amount_differs | amount_differs | The bank received a different amount than the gateway sent. | Ask the bank for its charges and the gateway for the rest.
-- reason: deposit_twice | duplicate | The same transfer was deposited twice. | Inform the gateway. Do not use the money.
-- reason: several_fit | suggested | More than one deposit or transfer fits. | Decide which of them belong together.
create or replace macro recon.bank_to_settlement(period_start, period_end) as table (
  with
  coverage as (
    select company, first_day, last_day from core.file_coverage where kind = 'bank_statement'
  ),
  lag as (
    select company, currency, usual_days, high_days from core.deposit_lag
  ),
  member as (
    select match_member.company, match_member.match_id, match_member.side, match_member.record_key, match_member.pass,
      match_member.is_suggested, match.runners_up, match.left_keys, match.right_keys, match_evidence.evidence,
      match_evidence.left_amount, match_evidence.right_amount, match_evidence.right_minus_left
    from recon.match_member as match_member
    inner join recon.match as match on match.match_id = match_member.match_id
    inner join recon.match_evidence as match_evidence on match_evidence.match_id = match_member.match_id
    where match_member.reconciliation = 'bank_to_settlement'
  ),
  sent as (
    select
      sent.company,
      sent.currency,
      sent.sent_on as business_date,
      'sent:' || sent.deposit_key as item_key,
      case
        when member.is_suggested then 'several_fit'
        when member.match_id is not null and member.right_minus_left <> 0 then 'amount_differs'
        when member.match_id is not null then null
        when coverage.last_day < sent.sent_on + coalesce(lag.usual_days, 3) then 'not_arrived_yet'
        when coverage.last_day < sent.sent_on + coalesce(lag.high_days, 5) then 'late'
        else 'deposit_missing'
      end as reason_code,
      member.pass,
      deposit.bank_line_key,
      deposit.reference as deposit_reference,
      case when member.match_id is not null then
        case when len(member.right_keys) = 1 then member.left_amount else sent.amount end
      end as deposit_amount,
      deposit.booked_on,
      deposit.booked_at,
      deposit.file_id as deposit_file_id,
      deposit.line_no as deposit_line_no,
      sent.deposit_key,
      sent.reference,
      sent.amount,
      sent.sent_at,
      sent.file_id,
      sent.line_no,
      sent.sent_on + coalesce(lag.usual_days, 3) as expected_on,
      sent.sent_on + coalesce(lag.high_days, 5) as becomes_break_on,
      member.evidence,
      member.runners_up
    from core.gateway_deposit as sent
    inner join coverage
      on coverage.company = sent.company and sent.sent_on between coverage.first_day - 7 and coverage.last_day
    left join lag on lag.company = sent.company and lag.currency = sent.currency
    left join member on member.company = sent.company and member.side = 'right' and member.record_key = sent.deposit_key
    left join core.bank_deposit as deposit on deposit.company = sent.company and deposit.bank_line_key = member.left_keys[1]
    where sent.amount > 0
  ),
  received as (
    select
      deposit.company,
      deposit.currency,
      deposit.booked_on as business_date,
      'deposit:' || deposit.bank_line_key as item_key,
      case when deposit.again_of is not null then 'deposit_twice' else 'deposit_not_sent' end as reason_code,
      deposit.*
    from core.bank_deposit as deposit
    left join member on member.company = deposit.company and member.side = 'left' and member.record_key = deposit.bank_line_key
    where member.match_id is null
      -- transfers from before the first statement are unknown
      and deposit.booked_on >= (
        select min(payment.business_date) + 7 from core.payment_now as payment where payment.company = deposit.company
      )
  ),
  item as (
    select company, currency, business_date, item_key, reason_code, pass, bank_line_key, deposit_reference, deposit_amount, booked_on, booked_at,
      deposit_file_id, deposit_line_no, deposit_key, reference, amount, sent_at, file_id, line_no, expected_on, becomes_break_on, evidence, runners_up
    from sent
    union all
    select company, currency, business_date, item_key, reason_code, null, bank_line_key, reference, amount, booked_on, booked_at,
      file_id, line_no, null, null, null, null, null, null, null, null, null, null
    from received
  )
  select
    company,
    currency,
    business_date,
    item_key,
    case reason_code
      when 'several_fit' then 'suggested'
      when 'amount_differs' then 'amount_differs'
      when 'not_arrived_yet' then 'timing'
      when 'late' then 'overdue'
      when 'deposit_missing' then 'missing_left'
      when 'deposit_not_sent' then 'missing_right'
      when 'deposit_twice' then 'duplicate'
      else 'matched'
    end as outcome,
    reason_code,
    case reason_code
      when 'several_fit' then format('More than one deposit fits the transfer of {}.', core.money_text(currency, amount))
      when 'amount_differs' then format('{} was sent and {} was deposited.', core.money_text(currency, amount), core.money_text(currency, deposit_amount))
      when 'not_arrived_yet' then format('Deposit in transit: {}, expected by {}.', core.money_text(currency, amount), core.day_text(expected_on))
      when 'late' then format('Deposit of {} is overdue: expected by {}.', core.money_text(currency, amount),
        core.day_text(expected_on))
      when 'deposit_missing' then format('Missing at the bank: deposit of {}, not received by {}.', core.money_text(currency, amount),
        core.day_text(becomes_break_on))
      when 'deposit_not_sent' then format('Unidentified receipt of {}: the gateway reports no transfer.', core.money_text(currency, deposit_amount))
      when 'deposit_twice' then format('Duplicate deposit of {} with reference {}.', core.money_text(currency, deposit_amount), deposit_reference)
      else format('{} was deposited on {}.', core.money_text(currency, amount), core.day_text(booked_on))
    end as reason,
    case when reason_code is null or reason_code = 'several_fit' then pass end as match_pass,
    bank_line_key as left_key,
    deposit_reference as left_reference,
    deposit_amount::decimal(38, 4) as left_amount,
    booked_at as left_at,
    deposit_file_id as left_file_id,
    deposit_line_no::bigint as left_line_no,
    deposit_key as right_key,
    reference as right_reference,
    amount::decimal(38, 4) as right_amount,
    sent_at as right_at,
    file_id as right_file_id,
    line_no::bigint as right_line_no,
    (coalesce(amount, 0) - coalesce(deposit_amount, 0))::decimal(38, 4) as right_minus_left,
    case when reason_code in ('not_arrived_yet', 'late') then expected_on end::date as expected_on,
    case when reason_code in ('not_arrived_yet', 'late') then becomes_break_on end::date as becomes_break_on,
    case when reason_code is null or reason_code = 'several_fit' then evidence end as evidence,
    case when reason_code = 'several_fit' then to_json(runners_up)::text end as runners_up
  from item
  where business_date >= period_start and business_date < period_end
  order by company, currency, business_date, item_key
);
