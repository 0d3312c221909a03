-- records of: allocations_to_payouts
-- grain: one payout of the ledger (left) or one payout instruction (right)
-- key: company, side, record_key
-- reads: core.payout_movement, core.payout, core.payout_currency
-- Includes a month on either side of the period, so that records near its edge find each other. Of two ledger records that
-- name the same payout only the first is matched; the other is reported as a duplicate charge. A rejected or deleted payout
-- is included only where a record names it.
create or replace macro recon.allocations_to_payouts_record(period_start, period_end) as table (
  with
  ledger as (
    select
      movement.*,
      row_number() over (partition by company, payout_id order by created_at, movement_id) as record_of_payout
    from core.payout_movement as movement
    where known_to is null and ledger_kind = 'payout' and status not in ('expired', 'rejected', 'failed', 'deleted', 'cancelled')
      and business_date >= period_start - interval 31 days and business_date < period_end + interval 31 days
  )
  select
    company,
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
    payout.company,
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
  left join core.payout_currency as payout_currency on payout_currency.company = payout.company
  where payout.known_to is null
    and payout.business_date >= period_start - interval 31 days
    and payout.business_date < period_end + interval 31 days
    and coalesce(payout.currency, payout_currency.currency) is not null
    and (
      payout.state not in ('rejected', 'deleted')
      or exists (
        select 1 from ledger
        where ledger.company = payout.company and ledger.payout_id = payout.payout_id
      )
    )
);
