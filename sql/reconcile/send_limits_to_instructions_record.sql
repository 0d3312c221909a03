-- records of: send_limits_to_instructions
-- grain: one send of the ledger (left) or one instruction (right); key: company, side, record_key
-- reads: core.send_limit, core.send_instruction, core.payout_currency
-- A month on either side of the period takes part, so that a record across its edge finds its own. Of two ledger records that
-- name the same instruction the first alone is matched, the other is judged as charged twice. An instruction that was
-- rejected or deleted takes part only where a record names it: nothing else ties money to it.
create or replace macro recon.send_limits_to_instructions_record(period_start, period_end) as table (
  with
  ledger as (
    select
      send_limit.*,
      row_number() over (partition by company, send_instruction_id order by created_at, send_limit_id) as record_of_instruction
    from core.send_limit as send_limit
    where known_to is null and ledger_kind = 'send' and status not in ('expired', 'rejected', 'failed', 'deleted', 'cancelled')
      and business_date >= period_start - interval 31 days and business_date < period_end + interval 31 days
  )
  select
    company,
    'left' as side,
    send_limit_id::text as record_key,
    currency,
    (-amount)::money as amount,
    fee,
    send_instruction_id::text as identifier,
    null::text as reference,
    created_at as occurred_at,
    business_date as occurred_on,
    null::text as group_key,
    bank_account_id::text as counterparty,
    null::text as description
  from ledger
  where send_instruction_id is null or record_of_instruction = 1
  union all
  select
    instruction.company,
    'right',
    instruction.send_instruction_id::text,
    coalesce(instruction.currency, payout_currency.currency),
    instruction.amount,
    null,
    instruction.send_instruction_id::text,
    instruction.reference,
    instruction.created_at,
    instruction.business_date,
    null,
    instruction.bank_account_id::text,
    instruction.description
  from core.send_instruction as instruction
  left join core.payout_currency as payout_currency on payout_currency.company = instruction.company
  where instruction.known_to is null
    and instruction.business_date >= period_start - interval 31 days
    and instruction.business_date < period_end + interval 31 days
    and coalesce(instruction.currency, payout_currency.currency) is not null
    and (
      instruction.state not in ('rejected', 'deleted')
      or exists (
        select 1 from ledger
        where ledger.company = instruction.company and ledger.send_instruction_id = instruction.send_instruction_id
      )
    )
);
