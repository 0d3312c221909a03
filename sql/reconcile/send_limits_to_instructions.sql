-- name: send_limits_to_instructions
-- title: Send-limit ledger to send instructions
-- kind: match
-- left: Sends in the send-limit ledger
-- right: Send instructions
-- grain: one send instruction with its ledger record; or either alone
-- meaning: Money left the payout account without an instruction of yours, or an instruction was carried out and not charged as it should.
-- action: Compare the instruction with the payout service's own receipt; ask the service for the ledger record by its number.
-- order: 30
create or replace macro recon.send_limits_to_instructions(period_start, period_end) as table (
  with
  ledger as (
    select
      send_limit.*,
      row_number() over (
        partition by company, send_instruction_id order by created_at, send_limit_id
      ) as record_of_instruction
    from core.send_limit as send_limit
    where known_to is null and ledger_kind = 'send' and status not in ('expired', 'rejected', 'failed', 'deleted', 'cancelled')
  ),
  instruction as (
    select
      instruction.* exclude (currency),
      coalesce(instruction.currency, payout_currency.currency) as currency,
      payout_currency.send_fee
    from core.send_instruction as instruction
    left join core.payout_currency as payout_currency on payout_currency.company = instruction.company
    where instruction.known_to is null
  ),
  -- records that name no instruction: only where amount and day are unique on both sides
  unnamed_ledger as (
    select company, business_date, -amount as amount, min(send_limit_id) as send_limit_id
    from ledger
    where send_instruction_id is null
    group by company, business_date, amount
    having count(*) = 1
  ),
  unnamed_instruction as (
    select company, business_date, amount, min(send_instruction_id) as send_instruction_id
    from instruction
    where state not in ('rejected', 'deleted')
      and not exists (
        select 1 from ledger
        where ledger.company = instruction.company and ledger.send_instruction_id = instruction.send_instruction_id
      )
    group by company, business_date, amount
    having count(*) = 1
  ),
  named as (
    select
      ledger.*,
      coalesce(ledger.send_instruction_id, unnamed_instruction.send_instruction_id) as instruction_id,
      case when ledger.send_instruction_id is not null then 'same_identifier' else 'amount_and_day_unique' end as found_by
    from ledger
    left join unnamed_ledger
      on ledger.send_instruction_id is null
      and unnamed_ledger.company = ledger.company
      and unnamed_ledger.send_limit_id = ledger.send_limit_id
    left join unnamed_instruction
      on unnamed_instruction.company = unnamed_ledger.company
      and unnamed_instruction.business_date = unnamed_ledger.business_date
      and unnamed_instruction.amount = unnamed_ledger.amount
  ),
  paired as (
    select
      coalesce(instruction.company, named.company) as company,
      coalesce(named.currency, instruction.currency) as currency,
      coalesce(instruction.business_date, named.business_date) as business_date,
      named.send_limit_id,
      named.instruction_id as ledger_instruction_id,
      -named.amount as ledger_amount,
      named.fee as ledger_fee,
      named.created_at as ledger_at,
      named.file_id as ledger_file_id,
      named.line_no as ledger_line_no,
      named.record_of_instruction,
      named.found_by,
      named.send_instruction_id as named_instruction_id,
      instruction.send_instruction_id,
      instruction.amount as instruction_amount,
      instruction.state,
      instruction.reference,
      instruction.send_fee,
      instruction.created_at as instruction_at,
      instruction.file_id as instruction_file_id,
      instruction.line_no as instruction_line_no,
      (select max(receipt.received_at) from raw.receipt as receipt
        where receipt.company = coalesce(instruction.company, named.company) and receipt.kind = 'send_instructions') as listed_at
    from named
    full outer join instruction
      on instruction.company = named.company and instruction.send_instruction_id = named.instruction_id
  ),
  judged as (
    select
      paired.*,
      case
        when send_instruction_id is null and ledger_at > listed_at - interval 1 hour then 'timing'
        when send_instruction_id is null then 'missing_right'
        when send_limit_id is null and state in ('rejected', 'deleted') then 'no_money'
        when send_limit_id is null and state <> 'completed' then
          case when instruction_at > listed_at - interval 1 day then 'timing' else 'overdue' end
        when send_limit_id is null then 'missing_left'
        when named_instruction_id is not null and record_of_instruction > 1 then 'duplicate'
        when state in ('rejected', 'deleted') then 'status_differs'
        when ledger_amount <> instruction_amount then 'amount_differs'
        when send_fee is not null and ledger_fee <> send_fee then 'fee_differs'
        else 'matched'
      end as outcome
    from paired
  )
  select
    company,
    currency,
    business_date,
    case
      when outcome = 'duplicate' or send_instruction_id is null then 'ledger:' || send_limit_id
      else 'instruction:' || send_instruction_id
    end as item_key,
    outcome,
    case outcome
      when 'timing' then 'not_listed_yet'
      when 'overdue' then 'instruction_not_carried_out'
      when 'missing_right' then 'ledger_row_without_instruction'
      when 'missing_left' then 'instruction_without_ledger_row'
      when 'duplicate' then 'ledger_row_twice'
      when 'status_differs' then 'rejected_but_debited'
      when 'amount_differs' then 'amount_differs'
      when 'fee_differs' then 'fee_differs'
    end as reason_code,
    case outcome
      when 'timing' then case
        when send_instruction_id is null then 'The instruction list is refreshed once an hour; this record is newer than that.'
        else format('The instruction is {} and has not been charged yet.', state)
      end
      when 'overdue' then format('The instruction is still {} a day after it was given.', state)
      when 'missing_right' then format('The ledger shows {} sent, and no instruction of that number is known.', core.money_text(currency, ledger_amount))
      when 'missing_left' then format('The instruction for {} is {} and the ledger shows no send for it.', core.money_text(currency, instruction_amount), state)
      when 'duplicate' then format('Record {} of the ledger for the same instruction: {} charged again.', record_of_instruction,
        core.money_text(currency, ledger_amount))
      when 'status_differs' then format('The instruction was {} and the ledger still shows {} sent for it.', state, core.money_text(currency, ledger_amount))
      when 'amount_differs' then format('The ledger shows {}, the instruction says {}.', core.money_text(currency, ledger_amount),
        core.money_text(currency, instruction_amount))
      when 'fee_differs' then format('The fee charged is {}, the account''s fee is {}.', core.money_text(currency, ledger_fee), core.money_text(currency, send_fee))
      else format('Sent as instructed: {}, fee {}.', core.money_text(currency, ledger_amount), core.money_text(currency, ledger_fee))
    end as reason,
    case when outcome = 'matched' then found_by end as match_pass,
    send_limit_id::text as left_key,
    ledger_instruction_id::text as left_reference,
    ledger_amount::money_sum as left_amount,
    ledger_at as left_at,
    ledger_file_id as left_file_id,
    ledger_line_no::bigint as left_line_no,
    send_instruction_id::text as right_key,
    reference as right_reference,
    instruction_amount::money_sum as right_amount,
    instruction_at as right_at,
    instruction_file_id as right_file_id,
    instruction_line_no::bigint as right_line_no,
    case outcome
      when 'fee_differs' then send_fee - ledger_fee
      when 'duplicate' then -ledger_amount
      when 'status_differs' then -ledger_amount
      else coalesce(instruction_amount, 0) - coalesce(ledger_amount, 0)
    end::money_sum as right_minus_left,
    null::date as expected_on,
    null::date as becomes_break_on,
    null::text as evidence,
    null::text as runners_up
  from judged
  where outcome <> 'no_money' and business_date >= period_start and business_date < period_end
  order by company, currency, business_date, item_key
);
