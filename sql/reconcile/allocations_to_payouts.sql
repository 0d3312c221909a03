-- statement: allocations_to_payouts
-- name: allocations_to_payouts
-- former: send_limits_to_instructions
-- title: Payout ledger to payout instructions
-- kind: match
-- left: Payouts in the payout ledger
-- right: Payout instructions
-- grain: one payout instruction with its ledger record, or either of them alone; and each charge for the verification of a recipient
-- needs: payout_movements, payouts, payout_accounts, recipients
-- meaning: The payout ledger and your instructions differ: money left without an instruction, or an instruction was not charged as agreed.
-- action: Compare the instruction with the payout service's receipt. Ask the service for the ledger record by its number.
-- order: 30
-- pass: same_identifier
-- pass: in_time_order(days_before := 1, order_kept := true)
-- reason: not_listed_yet | timing | Outstanding: the list that would show it is refreshed once an hour, or the payout is still being processed. | No action yet.
-- reason: instruction_not_carried_out | overdue | The payout is past its expected date. | Ask the payout service for the cause of the delay. Inform the recipient.
-- reason: instruction_stuck | status_differs | The payout has been pending for days longer than usual. | Have the payout service complete or cancel it. Only then pay the recipient another way.
-- reason: ledger_row_without_instruction | missing_right | Money left the account without a payout instruction. | Stop payouts. Ask the payout service who gave the instruction.
-- reason: instruction_without_ledger_row | missing_left | The payout is completed and was not charged. | Ask the payout service for the ledger record. Expect the charge later.
-- reason: ledger_row_twice | duplicate | The same payout was charged more than once. | Ask the payout service to credit the duplicate charge.
-- reason: rejected_but_debited | status_differs | The payout was rejected or deleted, and it was charged. | Ask the payout service to credit the charge.
-- reason: amount_differs | amount_differs | The amount charged differs from the amount instructed. | Ask the payout service for the receipt and the difference.
-- reason: net_differs | amount_differs | The net amount of the ledger record is not its amount less its fee. | Ask the payout service which of the figures is right.
-- reason: recipient_differs | control_breach | The ledger record names another recipient than the payout instruction. | Stop payouts. Ask the payout service which bank account was paid.
-- reason: charged_out_of_time | control_breach | The charge is dated before what it is for, or long after it. | Ask the payout service for the date of the charge.
-- reason: recipient_unknown | missing_right | A verification was charged, and its recipient is not on the payout service's list. | Ask the payout service whose bank account it verified.
-- reason: several_instructions_fit | suggested | The ledger record names no payout, and more than one fits. | Compare the times with the receipts. Decide which of them belong together.
-- reason: fee_differs | fee_differs | The fee charged differs from the fee of the account. | Claim the difference from the payout service.
-- reason: event_ahead | timing | The webhook reported a status that the list does not show yet; the list is up to an hour old. | No action yet.
-- reason: event_contradicted | status_differs | The webhook reported a final status, and the list shows another or has no record. | Ask the payout service which is right. Do not rely on either until then.
create or replace macro recon.allocations_to_payouts(period_start, period_end) as table (
  with
  ledger as (
    select
      movement.*,
      row_number() over (
        partition by payout_id order by created_at, movement_id
      ) as record_of_payout
    from core.payout_movement as movement
    where known_to is null and ledger_kind = 'payout' and status not in ('expired', 'rejected', 'failed', 'deleted', 'cancelled')
  ),
  payout as (
    select
      payout.* exclude (currency),
      coalesce(payout.currency, payout_currency.currency) as currency
    from core.payout as payout
    cross join core.payout_currency as payout_currency
    where payout.known_to is null
  ),
  named as (
    select
      ledger.*,
      coalesce(ledger.payout_id, pair.right_key::bigint) as paired_payout_id,
      coalesce(pair.pass, 'same_identifier') as found_by,
      coalesce(pair.is_suggested, false) as is_suggested,
      pair.evidence,
      to_json(pair.runners_up)::text as runners_up
    from ledger
    left join recon.match_of('allocations_to_payouts') as pair
      on pair.left_key = ledger.movement_id::text
  ),
  -- the fees of all terms that may have been in force
  agreed as (
    select
      ledger.movement_id,
      -- if any of the terms is unknown, any fee may be as agreed
      case when bool_and(terms.payout_fee is not null and coalesce(terms.payout_fee_type in ('flat', 'percentage'), false))
        then list(core.service_fee(-ledger.amount, terms.payout_fee, terms.payout_fee_type, known.exponent))
      end as fees,
      arg_max(core.service_fee(-ledger.amount, terms.payout_fee, terms.payout_fee_type, known.exponent), (terms.observed_at, terms.account_id)) as latest_fee
    from ledger
    inner join core.payout_terms as terms
      on terms.currency = ledger.currency
      and terms.possible_from <= ledger.created_at and terms.possible_until >= ledger.created_at
    inner join staging.currency as known on known.currency = ledger.currency
    where ledger.business_date >= period_start - interval 31 days and ledger.business_date < period_end + interval 31 days
    group by ledger.movement_id
  ),
  rival as (
    select side, record_key, could_be from recon.match_rival where reconciliation = 'allocations_to_payouts'
  ),
  paired as (
    select
      coalesce(named.currency, payout.currency) as currency,
      coalesce(payout.business_date, named.business_date) as business_date,
      greatest(payout.business_date, named.business_date) as later_date,
      least(payout.business_date, named.business_date) as earlier_date,
      named.movement_id,
      named.paired_payout_id as ledger_payout_id,
      -named.amount as ledger_amount,
      named.fee as ledger_fee,
      named.net_amount - named.amount + named.fee as net_minus_expected,
      named.net_amount as ledger_net,
      named.recipient_id as ledger_recipient_id,
      payout.recipient_id,
      named.created_at as ledger_at,
      recon.record_of(named.movement_id, named.paired_payout_id, named.created_at, named.receipt_id, named.line_no) as ledger_record,
      named.record_of_payout,
      named.found_by,
      coalesce(named.is_suggested, false) as is_suggested,
      rival_record.record_key is not null or rival_payout.record_key is not null as is_rival,
      named.evidence,
      coalesce(named.runners_up, to_json(coalesce(rival_record.could_be, rival_payout.could_be))::text) as runners_up,
      named.payout_id as named_payout_id,
      payout.payout_id,
      payout.amount as payout_amount,
      payout.state,
      agreed.fees as agreed_fees,
      agreed.latest_fee as agreed_fee,
      payout.created_at as payout_at,
      payout.updated_at as payout_updated_at,
      recon.record_of(payout.payout_id, payout.reference, payout.created_at, payout.receipt_id, payout.line_no) as payout_record,
      list_read_at.read_at as listed_at,
      ledger_read_at.read_at as ledger_read_at,
      -- the list is refreshed once an hour, so it may be an hour old
      payout.created_at + payout_lag.high_time + interval 1 hour as due_without_holidays_at,
      company.zone
    from named
    full outer join payout
      on payout.payout_id = named.paired_payout_id
    cross join core.company as company
    cross join core.payout_lag as payout_lag
    left join agreed on agreed.movement_id = named.movement_id
    left join core.list_read_at as list_read_at on list_read_at.list = 'payouts'
    left join core.list_read_at as ledger_read_at on ledger_read_at.list = 'payout_movements'
    left join rival as rival_record
      on rival_record.side = 'left' and rival_record.record_key = named.movement_id::text
    left join rival as rival_payout
      on rival_payout.side = 'right'
      and rival_payout.record_key = payout.payout_id::text
  ),
  -- each holiday adds a day to the usual time; weekends are already in it
  due as (
    select
      paired.*,
      timezone(zone, timezone(zone, due_without_holidays_at)
        + to_days(date_diff('day', cast(timezone(zone, due_without_holidays_at) as date), due_day.on_day)::integer)) as due_at,
      stuck_day.on_day as stuck_on,
      core.business_days_after(greatest(cast(timezone(zone, payout_at) as date), cast(timezone(zone, payout_updated_at) as date)), 1)
        as charged_by,
      core.business_days_after(cast(timezone(zone, payout_at) as date), 4) as charged_at_last
    from paired
    left join core.business_day as created_day
      on created_day.on_day = cast(timezone(paired.zone, paired.payout_at) as date)
    left join core.business_day as due_day
      on due_day.holiday is null
      and due_day.open_number = created_day.open_number + greatest(
        date_diff('day', created_day.on_day, cast(timezone(paired.zone, paired.due_without_holidays_at) as date)),
        case when created_day.holiday is null then 0 else 1 end
      )
    left join core.business_day as stuck_day
      on stuck_day.holiday is null
      and stuck_day.open_number = due_day.open_number + 3
  ),
  dated as (
    select
      due.*,
      payout_id is not null and state not in ('completed', 'rejected', 'deleted') as is_under_way,
      case
        when payout_id is null then cast(timezone(zone, ledger_at + interval 1 hour) as date)
        else cast(timezone(zone, due_at) as date)
      end as expected_on,
      case
        when payout_id is null then cast(timezone(zone, ledger_at + interval 1 hour) as date)
        else stuck_on
      end as becomes_break_on
    from due
  ),
  classified as (
    select
      dated.*,
      case
        when payout_id is null and coalesce(ledger_at > listed_at - interval 1 hour, true) then 'not_listed_yet'
        when payout_id is null and is_rival then 'several_instructions_fit'
        when payout_id is null then 'ledger_row_without_instruction'
        when movement_id is null and state in ('rejected', 'deleted') then 'no_money'
        when movement_id is null and is_under_way and coalesce(listed_at <= due_at, true) then 'not_listed_yet'
        when movement_id is null and is_under_way and cast(timezone(zone, listed_at) as date) <= becomes_break_on
          then 'instruction_not_carried_out'
        when movement_id is null and is_under_way then 'instruction_stuck'
        when movement_id is null and is_rival then 'several_instructions_fit'
        -- the ledger was not received since the payout was completed
        when movement_id is null and coalesce(ledger_read_at < least(payout_updated_at, due_at), true) then 'not_listed_yet'
        when movement_id is null then 'instruction_without_ledger_row'
        when named_payout_id is not null and record_of_payout > 1 then 'ledger_row_twice'
        when state in ('rejected', 'deleted') then 'rejected_but_debited'
        when is_suggested then 'several_instructions_fit'
        when ledger_amount <> payout_amount then 'amount_differs'
        when net_minus_expected <> 0 then 'net_differs'
        when ledger_recipient_id <> recipient_id then 'recipient_differs'
        when not list_contains(agreed_fees, ledger_fee) then 'fee_differs'
        -- more than an hour before the instruction, after the business day that follows the payout's last change, or more than
        -- four business days after the instruction; the learned time is not a limit here, because it changes with later payouts
        when named_payout_id is not null
          and (
            ledger_at < payout_at - interval 1 hour
            or cast(timezone(zone, ledger_at) as date) > charged_by
            or not is_under_way and cast(timezone(zone, ledger_at) as date) > charged_at_last
          ) then 'charged_out_of_time'
        when not is_under_way or coalesce(listed_at <= due_at, true) then null
        when cast(timezone(zone, listed_at) as date) <= becomes_break_on then 'instruction_not_carried_out'
        else 'instruction_stuck'
      end as reason_code
    from dated
  ),
  reported as (
    select
      classified.* replace (coalesce(event.reason_code, classified.reason_code) as reason_code),
      event.reason as event_reason,
      event.expected_on as event_expected_on
    from classified
    left join core.payout_event_doubt as event
      on event.kind = 'instruction' and event.object_id = classified.payout_id
      and core.event_replaces(classified.reason_code, event.is_final)
  ),
  -- an item is not placed on a day that was still to come when the list was read, because that day would not be judged; a
  -- charge dated out of time is an item of the later day as soon as that day is over
  placed as (
    select reported.* replace (
      case
        when reason_code = 'charged_out_of_time' and later_date < cast(timezone(zone, listed_at) as date) then later_date
        when reason_code = 'charged_out_of_time' or later_date > cast(timezone(zone, listed_at) as date) then earlier_date
        else business_date
      end as business_date
    )
    from reported
  ),
  item as (
    select
      currency,
      business_date,
      case
        when reason_code = 'ledger_row_twice' or payout_id is null then 'ledger:' || movement_id
        else 'instruction:' || payout_id
      end as item_key,
      reason_code,
      coalesce(event_reason, core.say('allocations_to_payouts-' || coalesce(reason_code, 'charged'), {
        charged: core.money_figure(currency, ledger_amount),
        instructed: core.money_figure(currency, payout_amount),
        amount: core.money_figure(currency, coalesce(ledger_amount, payout_amount)),
        sent: core.money_figure(currency, -ledger_amount),
        fee: core.money_figure(currency, ledger_fee),
        agreed_fee: core.money_figure(currency, agreed_fee),
        net: core.money_figure(currency, ledger_net),
        expected_net: core.money_figure(currency, -ledger_amount - ledger_fee),
        payout: payout_id,
        movement: movement_id,
        record: record_of_payout,
        state: state,
        days: date_diff('day', payout_at, listed_at),
        expected_on: expected_on,
        due_at: core.instant_figure(due_at, zone),
        recipient: recipient_id,
        charged_recipient: ledger_recipient_id,
        instructed_at: core.instant_figure(payout_at, zone),
        charged_at: core.instant_figure(ledger_at, zone),
        instructed_on: cast(timezone(zone, payout_at) as date),
        charged_on: cast(timezone(zone, ledger_at) as date)
      })) as reason,
      case when reason_code is null or reason_code = 'several_instructions_fit' then found_by end as match_pass,
      ledger_record as left_record,
      ledger_amount as left_amount,
      payout_record as right_record,
      payout_amount as right_amount,
      case reason_code
        when 'fee_differs' then agreed_fee - ledger_fee
        when 'net_differs' then net_minus_expected
        when 'recipient_differs' then -ledger_amount
        when 'ledger_row_twice' then -ledger_amount
        when 'rejected_but_debited' then -ledger_amount
        when 'instruction_not_carried_out' then coalesce(-ledger_amount, payout_amount)
        when 'instruction_stuck' then coalesce(-ledger_amount, payout_amount)
        when 'event_contradicted' then coalesce(-ledger_amount, payout_amount)
        else coalesce(payout_amount, 0) - coalesce(ledger_amount, 0)
      end as right_minus_left,
      case when reason_code in ('not_listed_yet', 'instruction_not_carried_out') then expected_on else event_expected_on end as expected_on,
      case when reason_code in ('not_listed_yet', 'instruction_not_carried_out') then becomes_break_on else event_expected_on end
        as becomes_break_on,
      case when reason_code is null or reason_code = 'several_instructions_fit' then evidence end as evidence,
      case when reason_code = 'several_instructions_fit' then runners_up end as runners_up
    from placed
    where reason_code is distinct from 'no_money' and business_date >= period_start and business_date < period_end
    union all by name
    from core.verification_charge(period_start, period_end)
    union all by name
    from core.payout_event_item('instruction', 'instruction:', period_start, period_end) as event
    anti join paired on coalesce(paired.payout_id, paired.ledger_payout_id)::text = event.right_record.key
  )
  from recon.item_of('allocations_to_payouts', item)
);

-- statement: allocations_to_payouts_record
-- records of: allocations_to_payouts
-- grain: one payout of the ledger (left) or one payout instruction (right)
-- key: side, record_key
-- reads: core.payout_movement, core.payout, core.payout_currency
-- Includes a month on either side of the period, so that records near its edge find each other. Of two ledger records that
-- name the same payout only the first is matched; the other is reported as a duplicate charge. A rejected or deleted payout
-- is included only where a record names it.
create or replace macro recon.allocations_to_payouts_record(period_start, period_end) as table (
  with
  ledger as (
    select
      movement.*,
      row_number() over (partition by payout_id order by created_at, movement_id) as record_of_payout
    from core.payout_movement as movement
    where known_to is null and ledger_kind = 'payout' and status not in ('expired', 'rejected', 'failed', 'deleted', 'cancelled')
      and business_date >= period_start - interval 31 days and business_date < period_end + interval 31 days
  )
  select
    'left' as side,
    movement_id::text as record_key,
    currency,
    (-amount)::decimal(18, 4) as amount,
    fee,
    payout_id::text as identifier,
    null::text as reference,
    created_at as occurred_at,
    business_date as occurred_on,
    null::text as group_key,
    recipient_id::text as counterparty,
    null::text as description
  from ledger
  where payout_id is null or record_of_payout = 1
  union all
  select
    'right',
    payout.payout_id::text,
    coalesce(payout.currency, payout_currency.currency),
    payout.amount,
    null,
    payout.payout_id::text,
    payout.reference,
    payout.created_at,
    payout.business_date,
    null,
    payout.recipient_id::text,
    payout.description
  from core.payout as payout
  cross join core.payout_currency as payout_currency
  where payout.known_to is null
    and payout.business_date >= period_start - interval 31 days
    and payout.business_date < period_end + interval 31 days
    and coalesce(payout.currency, payout_currency.currency) is not null
    and (
      payout.state not in ('rejected', 'deleted')
      or exists (
        select 1 from ledger
        where ledger.payout_id = payout.payout_id
      )
    )
);
