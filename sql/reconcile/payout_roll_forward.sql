-- statement: payout_roll_forward
-- name: payout_roll_forward
-- title: Payout account roll-forward
-- kind: control
-- left: Opening balance and ledger movements
-- right: Balance per account
-- grain: company, payout account or the accounts of one currency, the last day that a reading of the account covers
-- needs: payout_accounts, payout_movements
-- subjects: yes
-- spans: yes
-- meaning: The payout account is out of balance with its ledger.
-- action: Ask the payout service for the missing ledger records. Do not rely on the balance until then.
-- order: 40
-- reason: balance_not_explained | control_breach | The ledger does not explain the balance of the payout account. | Ask the payout service for the missing ledger record.
create or replace macro recon.payout_roll_forward(period_start, period_end) as table (
  with
  reading as (
    select
      reading.*,
      timezone(zone, period_end::timestamp) as period_end_at,
      timezone(zone, period_start::timestamp) as period_start_at
    from core.payout_account_reading as reading
  ),
  -- the first reading after the period's end closes it, unless later days were already reconciled with that reading: an
  -- unexplained difference is reported once, on the last of the days that a reading covers
  closing as (
    select *
    from (
      select *
      from reading
      where observed_at >= period_end_at
      qualify row_number() over (partition by company, subject order by observed_at, receipt_id) = 1
    ) as first_after
    where not exists (
      select 1
      from recon.run as later (run_id, company, first_day, day_after)
      where later.company = first_after.company
        and later.day_after > period_end
        and timezone(first_after.zone, later.day_after::timestamp) <= first_after.observed_at
    )
  ),
  opening as (
    select reading.company, reading.subject, reading.observed_at, reading.current_balance
    from reading
    inner join closing on closing.company = reading.company and closing.subject = reading.subject
    where reading.observed_at < closing.observed_at and reading.observed_at < closing.period_start_at + interval 1 day
    qualify row_number() over (partition by reading.company, reading.subject order by reading.observed_at desc, reading.receipt_id desc) = 1
  ),
  account as (
    select
      closing.company,
      closing.subject,
      closing.zone,
      closing.currency,
      closing.current_balance,
      closing.observed_at as closing_at,
      opening.observed_at as opening_at,
      coalesce(opening.current_balance, 0) as opening_balance
    from closing
    left join opening on opening.company = closing.company and opening.subject = closing.subject
  ),
  movement as (
    select
      company,
      currency,
      ledger_kind,
      amount,
      fee,
      net_amount,
      case when ledger_kind = 'allocation' then updated_at else created_at end as moved_at
    from core.payout_movement
    where known_to is null and status in ('approved', 'success')
  ),
  summed as (
    select
      account.*,
      coalesce(sum(movement.net_amount) filter (ledger_kind = 'allocation'), 0) as allocated,
      coalesce(sum(movement.net_amount + movement.fee) filter (ledger_kind = 'payout'), 0) as paid_out,
      coalesce(-sum(movement.fee) filter (ledger_kind = 'payout'), 0) as payout_fees,
      coalesce(sum(movement.net_amount) filter (ledger_kind = 'verification'), 0) as verification_fees
    from account
    left join movement
      on movement.company = account.company
      and movement.currency = account.currency
      and movement.moved_at <= account.closing_at
      and movement.moved_at > coalesce(account.opening_at, '-infinity'::timestamptz)
    group by all
  ),
  expected as (
    select *, opening_balance + allocated + paid_out + payout_fees + verification_fees as expected_balance from summed
  ),
  bridge as (
    select *, 1 as line_no, 'opening' as line_code,
      case when opening_at is null then 'Opening balance (before the first record of the ledger)' else 'Opening balance per account' end as title,
      opening_balance as line_amount, false as is_total, false as is_residual
    from expected
    union all select *, 2, 'allocations', 'Add: allocations approved', allocated, false, false from expected
    union all select *, 3, 'payouts', 'Less: payouts to recipients', paid_out, false, false from expected
    union all select *, 4, 'payout_fees', 'Less: payout fees', payout_fees, false, false from expected
    union all select *, 5, 'verification_fees', 'Less: recipient verification fees', verification_fees, false, false from expected
    union all select *, 6, 'expected_balance', 'Balance per ledger', expected_balance, true, false from expected
    union all select *, 7, 'current_balance', 'Balance per account', current_balance, true, false from expected
    union all select *, 8, 'residual', 'Unexplained difference (account less ledger)', current_balance - expected_balance, false, true from expected
  )
  select
    company,
    currency,
    cast(period_end - interval 1 day as date) as business_date,
    subject,
    'amount' as measure,
    line_no,
    line_code,
    title,
    line_amount::decimal(38, 4) as amount,
    is_total,
    is_residual,
    -- movements before the opening reading are in the bridge that ends with it
    coalesce(cast(timezone(zone, opening_at) as date), date '0001-01-01') as covers_from
  from bridge
  order by company, currency, subject, line_no
);

-- statement: payout_roll_forward_subject
-- subjects of: payout_roll_forward
-- grain: the payout accounts of one currency, on each day; and each currency that lacks an account although it should have one
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
