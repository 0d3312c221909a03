-- statement: bank_to_settlement
-- name: bank_to_settlement
-- title: Proof of deposits
-- kind: match
-- left: Bank deposits
-- right: Disbursements or settlements
-- grain: one amount that the gateway sent, with its deposit; each settlement that is carried forward; each deposit without a sent amount; each deposit made twice; and each reversal of an unknown line
-- needs: bank, statement
-- meaning: The deposits at the bank differ from what the gateway sent: a deposit is overdue, short, duplicated or unidentified.
-- action: Ask the gateway for the trace number of the transfer, then ask the bank with it.
-- order: 28
-- pass: same_reference_and_amount(days_before := 27, days_after := 14)
-- pass: amount_in_window(days_before := 7)
-- pass: sum_in_window(total_side := 'left', days_before := 7, same_day := true)
-- pass: sum_in_window(total_side := 'left', days_before := 7)
-- pass: sum_in_window(total_side := 'right', days_before := 7)
-- pass: same_reference(absolute := null, days_before := 27, days_after := 14)
-- pass: in_time_order(days_before := 7, order_kept := true)
-- pass: amount_in_window(days_before := 7, net := 'right')
-- reason: not_arrived_yet | timing | Deposit in transit: the gateway sent it, and its usual time has not passed. | No action yet.
-- reason: carried_forward | timing | The settlement makes no deposit: it is carried forward and reduces the next one. | No action yet.
-- reason: late | overdue | The deposit is past its expected date. | Ask the bank whether the transfer is on its way.
-- reason: deposit_missing | missing_left | The gateway reports the transfer as sent, and the bank has not received it. | Ask the gateway for the trace number of the transfer, then ask the bank with it.
-- reason: deposit_returned | missing_left | The bank returned the deposit after it had arrived. | Ask the bank why it returned the deposit, and the gateway to send it again. Reverse the booking of the receipt.
-- reason: deposit_gone | missing_left | An earlier bank file has the deposit, and a later one that covers the day does not. | Ask the bank which of the two files is right. If it is the later one, reverse the booking of the receipt and ask the gateway for the transfer.
-- reason: reversal_unmatched | missing_left | The bank reversed a line, and no earlier line fits the reversal. | Get the statement with the reversed line, or ask the bank what it reversed.
-- reason: reversal_unclear | suggested | The bank seems to have reversed a line, and which one is not certain. | Compare the reversal with the lines that fit, and ask the bank where that does not decide it.
-- reason: deposit_not_sent | missing_right | Unidentified receipt: money at the bank without a transfer of the gateway. | Identify the sender before you book it.
-- reason: amount_differs | amount_differs | The bank received a different amount than the gateway sent. | Ask the bank for its charges and the gateway for the rest.
-- reason: deposit_before_sent | control_breach | The bank booked the deposit days before the gateway sent it. | Ask the bank for the date of the deposit, and the gateway for that of the transfer.
-- reason: reference_differs | control_breach | The deposit has the amount of one transfer and the reference of another. | Ask the bank for the sender and reference of the deposit. Correct the match by a decision if both are known.
-- reason: sender_differs | suggested | The amount and time fit, and the deposit names somebody else than the deposits of the gateway do. | Ask the bank for the sender. Match the deposit by a decision if the gateway sent it.
-- reason: reference_unknown | suggested | The amount and time fit, and the deposit has a reference like those of the gateway that no transfer has. | Ask the gateway for the transfer with this reference. Match the deposit by a decision if it is this transfer.
-- reason: deposit_twice | duplicate | The same transfer was deposited twice. | Inform the gateway. Do not use the money.
-- reason: several_fit | suggested | More than one deposit or transfer fits, or a sum of them that may be chance. | Decide which of them belong together.
create or replace macro recon.bank_to_settlement(period_start, period_end) as table (
  with
  -- the days for which the lines of the bank account are known
  covered as (
    select currency, first_day, last_day from core.covered_span where kind = 'bank_statement'
  ),
  due as (
    select
      sent.*,
      deposit_due.usual_days,
      deposit_due.expected_on,
      deposit_due.becomes_break_on,
      -- a deposit that was taken on is an item of the first business day
      greatest(sent.sent_on, coalesce(terms.starts_on, sent.sent_on)) as judged_on
    from core.gateway_deposit as sent
    cross join core.company_terms as terms
    left join core.deposit_due as deposit_due on deposit_due.deposit_key = sent.deposit_key
  ),
  member as (
    select match.*, match_member.side, match_member.record_key
    from recon.match_member as match_member
    inner join recon.match_of('bank_to_settlement') as match on match.match_id = match_member.match_id
    where match_member.reconciliation = 'bank_to_settlement'
  ),
  -- the deposits or transfers whose sum is one of the other side
  sum_part as (
    select member.match_id, string_agg(core.money_text(record.currency, record.amount), ' + ' order by record.amount desc) as parts
    from member
    inner join recon.match_record as record
      on record.side = member.side and record.record_key = member.record_key
    where record.reconciliation = 'bank_to_settlement'
    group by member.match_id, member.side
    having count(*) > 1
  ),
  -- each transfer with each deposit to which it is matched, and the first business day after the deposit
  paired as (
    select
      member.record_key,
      member.right_keys,
      sent.sent_on,
      [
        recon.match_normal_reference(sent.reference, null::text[]),
        recon.match_normal_reference(core.reference_of_batch(sent.reference), null::text[])
      ] as own_references,
      deposit.booked_on,
      recon.match_normal_reference(deposit.reference, null::text[]) as reference,
      core.business_days_after(deposit.booked_on, 1) as next_day,
      deposit.doubt
    from (
      select record_key, right_keys, unnest(left_keys) as left_key from member where side = 'right' and not is_suggested
    ) as member
    inner join core.gateway_deposit as sent on sent.deposit_key = member.record_key
    inner join core.bank_deposit as deposit on deposit.bank_line_key = member.left_key
  ),
  -- each transfer by its reference and by that of its batch
  named as (
    select deposit_key, recon.match_normal_reference(reference, null::text[]) as reference from core.gateway_deposit
    union all
    select deposit_key, recon.match_normal_reference(core.reference_of_batch(reference), null::text[]) from core.gateway_deposit
  ),
  -- a deposit that is matched to a transfer but contradicts it; a gateway may date a transfer on the next business day
  contradicting as (
    select
      paired.record_key,
      min(paired.booked_on) as booked_on,
      bool_or(paired.next_day < paired.sent_on) as is_before,
      bool_or(
        other.deposit_key is not null and not list_contains(paired.own_references, paired.reference)
        and not list_contains(paired.right_keys, other.deposit_key)
      ) as names_another,
      -- of several, the sender comes first
      max(paired.doubt) as doubt
    from paired
    -- joined by equal keys alone: a further condition would prevent a hash join
    left join named as other on other.reference = paired.reference
    group by paired.record_key
  ),
  unmatched_sent as (
    select sent.*, sum(sent.amount) over (partition by sent.currency, sent.sent_on) as amount_of_day
    from core.gateway_deposit as sent
    anti join member on member.side = 'right' and member.record_key = sent.deposit_key
    where sent.amount > 0
  ),
  -- a transfer whose deposit was in an earlier bank file, or was returned by the bank
  lost as (
    select
      sent.deposit_key,
      max_by(lost, (lost.reference is not distinct from sent.reference, lost.booked_on, lost.bank_line_key)) as deposit
    from unmatched_sent as sent
    inner join core.lost_deposit as lost
      on lost.currency = sent.currency
      and lost.booked_on between sent.sent_on - 7 and sent.sent_on + 31
      and (lost.reference = sent.reference or (not lost.has_transfer and lost.amount in (sent.amount, sent.amount_of_day)))
    group by sent.deposit_key
  ),
  sent as (
    select
      sent.currency,
      sent.judged_on as business_date,
      'sent:' || sent.deposit_key as item_key,
      case
        when sent.amount = 0 then case when sent.carried_to is null then 'carried_forward' end
        when member.is_suggested then 'several_fit'
        when member.match_id is not null and member.right_minus_left <> 0 then 'amount_differs'
        when contradicting.is_before then 'deposit_before_sent'
        when contradicting.names_another then 'reference_differs'
        when contradicting.doubt is not null then contradicting.doubt
        when member.match_id is not null then null
        when lost.deposit_key is not null then lost.deposit.lost_because
        -- a deposit can only be missing on days that are covered
        when coalesce(covered.last_day < sent.expected_on, true) then 'not_arrived_yet'
        when covered.last_day < sent.becomes_break_on then 'late'
        else 'deposit_missing'
      end as reason_code,
      member.pass,
      sum_part.parts,
      member.left_amount as total,
      recon.record_of(deposit.bank_line_key, deposit.reference, deposit.booked_at, deposit.receipt_id, deposit.line_no) as left_record,
      case when member.match_id is not null then
        case when len(member.right_keys) = 1 then member.left_amount else sent.amount end
      end as deposit_amount,
      deposit.booked_on,
      recon.record_of(sent.deposit_key, sent.reference, sent.sent_at, sent.receipt_id, sent.line_no) as right_record,
      if(sent.amount = 0, sent.net_amount, sent.amount) as amount,
      sent.amount = 0 and sent.carried_to is not null as is_carried,
      sent.expected_on,
      sent.becomes_break_on,
      sent.usual_days,
      case
        when sent.amount = 0 then json_object('reason_was', 'carried_forward', 'carried_to', sent.carried_to::text)::text
        when lost.deposit_key is null then member.evidence
        else json_object(
          'bank_line', lost.deposit.bank_line_key, 'booked_on', lost.deposit.booked_on::text, 'amount', lost.deposit.amount::text,
          'returned_on', lost.deposit.lost_on::text, 'file', lost_file.file_name
        )::text
      end as evidence,
      member.runners_up,
      struct_pack(
        sent_on := sent.sent_on,
        carried_to := sent.carried_to,
        carried_from := case when sent.amount > 0 then sent.carried_from end,
        deducted := sent.net_amount - sent.amount,
        deposited_on := coalesce(contradicting.booked_on, lost.deposit.booked_on),
        lost := lost.deposit.amount,
        lost_on := lost.deposit.lost_on,
        file := lost_file.file_name
      ) as about
    from due as sent
    left join covered
      on covered.currency = sent.currency
      and sent.judged_on between covered.first_day and covered.last_day
    left join member on member.side = 'right' and member.record_key = sent.deposit_key
    left join sum_part on sum_part.match_id = member.match_id
    left join contradicting on contradicting.record_key = sent.deposit_key
    left join lost on lost.deposit_key = sent.deposit_key
    left join raw.receipt as lost_file on lost_file.receipt_id = lost.deposit.lost_receipt_id
    left join core.bank_deposit as deposit on deposit.bank_line_key = member.left_keys[1]
    where (sent.amount > 0 or sent.amount <> sent.net_amount)
      -- only where there is a bank account to reconcile
      and (exists (from core.input_in_use where input = 'bank') or exists (from core.bank_line))
  ),
  received as (
    select
      deposit.currency,
      deposit.booked_on as business_date,
      'deposit:' || deposit.bank_line_key as item_key,
      case when deposit.duplicate_of is not null then 'deposit_twice' else 'deposit_not_sent' end as reason_code,
      deposit.*
    from core.bank_deposit as deposit
    left join member on member.side = 'left' and member.record_key = deposit.bank_line_key
    where member.match_id is null
      -- transfers from before the first statement are unknown
      and deposit.booked_on >= (select known_from from core.first_day)
  ),
  reversal as (
    select
      reversal.*,
      case when len(reversal.candidate_keys) = 0 then 'reversal_unmatched' else 'reversal_unclear' end as reason_code,
      timezone(company.zone, reversal.booked_on::timestamp) as booked_at,
      list_transform(reversal.candidate_keys, lambda key: 'left:' || key) as runners_up
    from core.bank_reversal as reversal
    cross join core.company_terms as company
    where reversal.reversed_key is null and (reversal.amount < 0 or reversal.is_marked)
      and (company.deposit_text is null or contains(lower(reversal.description), lower(company.deposit_text)))
      -- lines from before the first statement are unknown
      and reversal.booked_on >= (select known_from from core.first_day)
  ),
  judged as (
    from sent
    union all by name
    select currency, business_date, item_key, reason_code, amount as deposit_amount, booked_on,
      recon.record_of(bank_line_key, reference, booked_at, receipt_id, line_no) as left_record
    from received
    union all by name
    select currency, booked_on as business_date, 'reversal:' || bank_line_key as item_key, reason_code, amount as deposit_amount, booked_on,
      recon.record_of(bank_line_key, reference, booked_at, receipt_id, line_no) as left_record, runners_up
    from reversal
  ),
  item as (
    select
      currency,
      business_date,
      item_key,
      reason_code,
      core.say_all([
        core.say('bank_to_settlement-' || case
          when is_carried then 'carried'
          when parts is not null and reason_code is null then 'sum'
          when parts is not null and reason_code = 'several_fit' and len(runners_up) = 0 then 'sum_fits'
          else coalesce(reason_code, 'deposited')
        end, {
          sent: core.money_figure(currency, amount),
          sent_on: about.sent_on, carried_to: about.carried_to,
          total: core.money_figure(currency, total), parts: parts,
          deposited: core.money_figure(currency, deposit_amount),
          reversed: core.money_figure(currency, -deposit_amount),
          deposited_on: coalesce(about.deposited_on, booked_on),
          reference: left_record.reference,
          expected: case
            when reason_code in ('not_arrived_yet', 'late') then core.deadline_figure(business_date, expected_on, usual_days, true)
          end,
          due_on: becomes_break_on,
          lost: core.money_figure(currency, about.lost), lost_on: about.lost_on, file: about.file
        }),
        case when about.carried_from is not null then core.say('bank_to_settlement-reduced', {
          deducted: core.money_figure(currency, about.deducted), carried_from: about.carried_from
        }) end
      ]) as reason,
      case when reason_code is null or reason_code in ('several_fit', 'sender_differs', 'reference_unknown') then pass end as match_pass,
      left_record,
      deposit_amount as left_amount,
      right_record,
      amount as right_amount,
      if(is_carried, 0, coalesce(amount, 0) - coalesce(deposit_amount, 0)) as right_minus_left,
      case when reason_code in ('not_arrived_yet', 'late') then expected_on end as expected_on,
      case when reason_code in ('not_arrived_yet', 'late') then becomes_break_on end as becomes_break_on,
      case when reason_code in ('several_fit', 'sender_differs', 'reference_unknown', 'deposit_returned', 'deposit_gone', 'carried_forward')
          or reason_code is null
        then evidence end as evidence,
      case when reason_code in ('several_fit', 'reversal_unclear') then to_json(runners_up)::text end as runners_up
    from judged
    where business_date >= period_start and business_date < period_end
  )
  from recon.item_of('bank_to_settlement', item)
);

-- statement: bank_to_settlement_record
-- records of: bank_to_settlement
-- grain: one deposit at the bank (left), or one amount that the gateway sent (right)
-- key: side, record_key
-- reads: core.bank_deposit, core.gateway_deposit
-- A deposit that contradicts the gateway as its sender is no rival of an equal one within a week that does not.
create or replace macro recon.bank_to_settlement_record(period_start, period_end) as table (
  with
  deposit as (
    select *
    from core.bank_deposit
    where duplicate_of is null
      and booked_on >= period_start - interval 31 days and booked_on < period_end + interval 31 days
    qualify doubt is null or count(case when doubt is null then 1 end) over (
      partition by currency, amount
      order by booked_on range between interval 7 days preceding and interval 7 days following
    ) = 0
  )
  select
    'left' as side,
    bank_line_key as record_key,
    currency,
    amount,
    null::decimal(18, 4) as fee,
    null::text as identifier,
    reference,
    booked_at as occurred_at,
    booked_on as occurred_on,
    null::text as group_key,
    null::text as counterparty,
    description
  from deposit
  union all
  -- less this fee, it is the settlement without what was brought forward: a deposit of this amount was not reduced
  select 'right', deposit_key, currency, amount, amount - net_amount, null, reference, sent_at, sent_on, null, null, reference
  from core.gateway_deposit
  where amount > 0 and sent_on >= period_start - interval 31 days and sent_on < period_end + interval 31 days
);
