-- subjects of: settlement_to_allocation
-- grain: one settlement day with an allocation
-- key: company, currency, business_date, subject
-- reads: core.payout_movement, core.payment_now
create or replace macro recon.settlement_to_allocation_subject(period_start, period_end) as table (
  select distinct company, currency, settlement_on as business_date, 'settlement ' || currency as subject,
    null::text as no_figures, null::text as what_to_do
  from core.payout_movement as allocation
  where known_to is null and ledger_kind = 'allocation' and status in ('approved', 'success')
    and settlement_on >= period_start and settlement_on < period_end
    -- settlements from before the first statement are unknown
    and settlement_on >= (
      select known_from from core.first_day as first_day where first_day.company = allocation.company
    )
);
