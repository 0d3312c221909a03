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
      format('Payout {} is not in a list of accounts read after the day; last read {}.', subject,
        core.instant_text(max(observed_at), any_value(zone))) as no_figures,
      'Ask the payout service for the account. If it was closed, waive the control from that day (waivers).' as what_to_do
    from core.payout_account_reading
    group by company, currency, subject
  ),
  -- a ledger in a currency without an account, or no account at all: no balance proves the ledger
  without_account as (
    select distinct
      movement.company,
      movement.currency,
      format('The payout service lists no account in {} with a readable balance, and its ledger has records in {}.',
        movement.currency, movement.currency) as no_figures
    from core.payout_movement as movement
    anti join known on known.company = movement.company and known.currency = movement.currency
    where movement.known_to is null
    union
    select company.company, unnest(company.currencies), 'The payout service lists no account with a readable balance.'
    from core.company as company
    semi join core.company_input as input
      on input.company = company.company and input.input = 'payout_accounts' and input.is_configured
    where company.company not in (select company from known union select company from core.payout_movement)
  ),
  subject as (
    select company, currency, subject, no_figures, what_to_do from known
    union all
    select company, currency, 'account in ' || currency, no_figures, 'Ask the payout service for the balance of the account.'
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
