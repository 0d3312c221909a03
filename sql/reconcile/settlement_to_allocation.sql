-- statement: settlement_to_allocation
-- name: settlement_to_allocation
-- title: Settlements to allocations
-- kind: control
-- left: Net settled by the gateway
-- right: Allocated to the payout account
-- grain: company, currency, settlement day with an allocation
-- needs: statement, payout_movements
-- subjects: yes
-- meaning: More was allocated for payouts than the gateway settled on that day.
-- action: Ask the payout service for the source of the allocation. Do not pay out more than was settled.
-- order: 26
-- reason: balance_not_explained | control_breach | The allocation exceeds the settlement of the day. | Ask the payout service for the source of the allocation. Do not pay out more than was settled.
-- Amounts that were settled and not allocated stay at the gateway and are a line of the bridge, so the residual is the amount
-- allocated above the settlement.
create or replace macro recon.settlement_to_allocation(period_start, period_end) as table (
  with
  allocated as (
    select currency, settlement_on as settlement_date, sum(amount) as allocated
    from core.payout_movement
    where known_to is null and ledger_kind = 'allocation' and status in ('approved', 'success')
      and settlement_on >= period_start and settlement_on < period_end
    group by currency, settlement_on
  ),
  settled as (
    select
      payment.currency,
      payment.settlement_date,
      sum(payment.amount) as gross,
      sum(-payment.fee) as fees,
      sum(payment.net_amount - payment.amount + payment.fee) as withheld,
      sum(payment.net_amount) as net
    from core.payment_now as payment
    where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
      and payment.settlement_date >= period_start and payment.settlement_date < period_end
    group by payment.currency, payment.settlement_date
  ),
  day_total as (
    select
      allocated.currency,
      allocated.settlement_date as business_date,
      'settlement ' || allocated.currency as subject,
      'amount' as measure,
      allocated.allocated,
      coalesce(settled.gross, 0) as gross,
      coalesce(settled.fees, 0) as fees,
      coalesce(settled.withheld, 0) as withheld,
      coalesce(settled.net, 0) as net,
      greatest(coalesce(settled.net, 0) - allocated.allocated, 0) as kept
    from allocated
    semi join core.company_input as input on input.input = 'statement' and input.is_configured
    left join settled
      on settled.currency = allocated.currency and settled.settlement_date = allocated.settlement_date
    -- settlements from before the first statement are unknown
    where allocated.settlement_date >= (select known_from from core.first_day)
  ),
  bridge as (
    select *, 1 as line_no, 'gross' as line_code, 'Settled, before fees' as title, gross as line_amount, false as is_total, false as is_residual
    from day_total
    union all select *, 2, 'fees', 'Less: fees', fees, false, false from day_total
    union all select *, 3, 'withheld', 'Less: withheld in reserve', withheld, false, false from day_total
    union all select *, 4, 'kept', 'Less: left at the gateway', -kept, false, false from day_total
    union all select *, 5, 'expected_allocation', 'Allocated from what was settled', net - kept, true, false from day_total
    union all select *, 6, 'allocated', 'Allocated per payout ledger', allocated, true, false from day_total
    union all select *, 7, 'residual', 'Allocated above the settlement', allocated - net + kept, false, true from day_total
  )
  from recon.bridge_of(bridge)
);

-- statement: settlement_to_allocation_subject
-- subjects of: settlement_to_allocation
-- grain: one settlement day with an allocation
-- key: currency, business_date, subject
-- reads: core.payout_movement, core.payment_now
create or replace macro recon.settlement_to_allocation_subject(period_start, period_end) as table (
  select distinct currency, settlement_on as business_date, 'settlement ' || currency as subject,
    null::text as no_figures, null::text as what_to_do
  from core.payout_movement as allocation
  where known_to is null and ledger_kind = 'allocation' and status in ('approved', 'success')
    and settlement_on >= period_start and settlement_on < period_end
    -- settlements from before the first statement are unknown
    and settlement_on >= (select known_from from core.first_day)
);
