-- subjects of: payout_roll_forward
-- grain: the payout accounts of one currency, on each day; and each currency in which there is none and should be
-- key: company, currency, business_date, subject
-- reads: core.payout_account_reading, core.payout_movement, core.company, core.company_input
create or replace macro recon.payout_roll_forward_subject(period_start, period_end) as table (
  with
  known as (
    select
      company,
      currency,
      subject,
      core.say('payout_account-not_listed', { account: subject, last_read: core.instant_figure(max(observed_at), any_value(zone)) }) as no_figures,
      core.say('payout_account-ask', null) as what_to_do
    from core.payout_account_reading
    group by company, currency, subject
  ),
  -- a ledger in a currency without an account, or no account at all: no balance proves the ledger
  without_account as (
    select distinct
      movement.company,
      movement.currency,
      core.say('payout_account-none_in_currency', { currency: movement.currency }) as no_figures
    from core.payout_movement as movement
    anti join known on known.company = movement.company and known.currency = movement.currency
    where movement.known_to is null
    union
    select company.company, unnest(company.currencies), core.say('payout_account-none', null)
    from core.company as company
    semi join core.company_input as input
      on input.company = company.company and input.input = 'payout_accounts' and input.is_configured
    where company.company not in (select company from known union select company from core.payout_movement)
  ),
  subject as (
    select company, currency, subject, no_figures, what_to_do from known
    union all
    select company, currency, 'account in ' || currency, no_figures, core.say('payout_account-ask_balance', null)
    from without_account
  )
  select
    company,
    currency,
    unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date,
    subject,
    no_figures,
    what_to_do
  from subject
);
