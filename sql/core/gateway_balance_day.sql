-- The gateway's balance at the start and the end of each day, in the configured currencies. A currency that no answer had yet has
-- a balance of zero until money moves in it; a currency that a later answer lacks is lost (core.balance_lost), and has no day here.
-- grain: one company, currency and business day at whose start and end the balance was read
-- key: company, currency, business_date
-- reads: core.configured_day, core.company_input, core.gateway_balance_at, core.balance_lost, raw.receipt
create or replace macro core.gateway_balance_day(period_start, period_end) as table (
  with
  requested as (
    select distinct receipt.company, receipt.window_from as balance_at
    from raw.receipt as receipt
    inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
    where input.input = 'balance' and receipt.load_status = 'loaded' and receipt.received_at >= receipt.window_from
  ),
  first_reading as (
    select company, currency, min(balance_at) as first_at from core.gateway_balance_at group by company, currency
  )
  select
    day.company,
    day.currency,
    day.business_date,
    coalesce(opening.balance, 0) as opening_balance,
    coalesce(closing.balance, 0) as closing_balance,
    coalesce(opening.reserved, 0) as opening_reserve,
    coalesce(closing.reserved, 0) as closing_reserve,
    coalesce(opening.is_reserved_stated, true) and coalesce(closing.is_reserved_stated, true) as is_reserve_stated
  from core.configured_day(period_start, period_end) as day
  inner join requested as opening_requested
    on opening_requested.company = day.company and opening_requested.balance_at = timezone(day.zone, day.business_date::timestamp)
  inner join requested as closing_requested
    on closing_requested.company = day.company
    and closing_requested.balance_at = timezone(day.zone, (day.business_date + interval 1 day)::timestamp)
  left join first_reading on first_reading.company = day.company and first_reading.currency = day.currency
  left join core.gateway_balance_at as opening
    on opening.company = day.company and opening.currency = day.currency and opening.balance_at = opening_requested.balance_at
  left join core.gateway_balance_at as closing
    on closing.company = day.company and closing.currency = day.currency and closing.balance_at = closing_requested.balance_at
  where (opening.currency is not null or coalesce(first_reading.first_at > opening_requested.balance_at, true))
    and (closing.currency is not null or coalesce(first_reading.first_at > closing_requested.balance_at, true))
    and not exists (
      select 1 from core.balance_lost as lost
      where lost.company = day.company and lost.currency = day.currency
        and lost.balance_at in (opening_requested.balance_at, closing_requested.balance_at)
    )
);
