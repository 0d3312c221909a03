-- subjects of: payout_roll_forward
-- grain: one payout account on each day from the first reading of it
-- key: company, currency, business_date, subject
-- reads: core.payout_account, core.company
create or replace macro recon.payout_roll_forward_subject(period_start, period_end) as table (
  with account as (
    select company, account_id, arg_max(currency, observed_at) as currency
    from core.payout_account
    group by company, account_id
  )
  select
    company,
    currency,
    unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date,
    'account ' || account_id as subject
  from account
);
