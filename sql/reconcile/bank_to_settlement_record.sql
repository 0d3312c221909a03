-- records of: bank_to_settlement
-- grain: one deposit at the bank (left), or one amount that the gateway sent (right)
-- key: company, side, record_key
-- reads: core.bank_deposit, core.gateway_deposit
create or replace macro recon.bank_to_settlement_record(period_start, period_end) as table (
  select
    company,
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
  from core.bank_deposit
  where again_of is null
    and booked_on >= period_start - interval 31 days and booked_on < period_end + interval 31 days
  union all
  select company, 'right', deposit_key, currency, amount, null, null, reference, sent_at, sent_on, null, null, reference
  from core.gateway_deposit
  where amount > 0 and sent_on >= period_start - interval 31 days and sent_on < period_end + interval 31 days
);
