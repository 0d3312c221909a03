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
  closing as (
    from core.payout_closing(period_start, period_end)
  ),
  summed as (
    select
      closing.*,
      coalesce(sum(moved.net_amount) filter (ledger_kind = 'allocation'), 0) as allocated,
      coalesce(sum(moved.net_amount + moved.fee) filter (ledger_kind = 'payout'), 0) as paid_out,
      coalesce(-sum(moved.fee) filter (ledger_kind = 'payout'), 0) as payout_fees,
      coalesce(sum(moved.net_amount) filter (ledger_kind = 'verification'), 0) as verification_fees
    from closing
    left join core.payout_moved as moved
      on moved.currency = closing.currency
      and moved.moved_at <= closing.observed_at
      and moved.moved_at > coalesce(closing.observed_before, '-infinity'::timestamptz)
    group by all
  ),
  bridge as (
    select *, 1 as line_no, 'opening' as line_code,
      case when observed_before is null then 'Opening balance (before the first record of the ledger)' else 'Opening balance per account' end as title,
      coalesce(balance_before, 0) as line_amount, false as is_total, false as is_residual
    from summed
    union all
    select *, 2, 'brought_forward', 'Less: unexplained difference brought forward', -difference_before, false, false
    from summed
    where difference_before <> 0
    union all select *, 3, 'allocations', 'Add: allocations approved', allocated, false, false from summed
    union all select *, 4, 'payouts', 'Less: payouts to recipients', paid_out, false, false from summed
    union all select *, 5, 'payout_fees', 'Less: payout fees', payout_fees, false, false from summed
    union all select *, 6, 'verification_fees', 'Less: recipient verification fees', verification_fees, false, false from summed
    union all select *, 7, 'expected_balance', 'Balance per ledger', ledger_balance, true, false from summed
    union all select *, 8, 'current_balance', 'Balance per account', current_balance, true, false from summed
    union all select *, 9, 'residual', 'Unexplained difference (account less ledger)', difference, false, true from summed
  )
  select
    currency,
    made_on as business_date,
    subject,
    'amount' as measure,
    line_no,
    line_code,
    title,
    line_amount::decimal(38, 4) as amount,
    is_total,
    is_residual,
    -- movements before the opening reading are in the bridge that ends with it
    coalesce(closed_before + 1, date '0001-01-01') as covers_from,
    item_keys
  from bridge
  order by currency, business_date, subject, line_no
);

-- statement: payout_roll_forward_item
-- items of: payout_roll_forward
-- The items that the judged days lack. A difference is an item of the first judged day that shows it, and stays there. A balanced
-- reading is a matched item.
-- grain: one difference, or one balanced reading
-- key: item_key
-- reads: core.payout_closing, core.payout_difference, recon.item
create or replace macro recon.payout_roll_forward_item(period_start, period_end) as table (
  with
  shown as (
    select *
    from (select closing.* exclude (item_keys), unnest(item_keys) as item_key from core.payout_closing(period_start, period_end) as closing)
    qualify row_number() over (partition by item_key order by made_on) = 1
  ),
  lasting as (
    select item_key, amount, left_amount, right_amount, ended_on from core.payout_difference
  ),
  item as (
    select
      shown.currency,
      shown.made_on as business_date,
      shown.item_key,
      if(lasting.ended_on is null and lasting.item_key is not null, 'control_breach', 'matched') as outcome,
      if(lasting.item_key is not null, 'balance_not_explained', null) as reason_code,
      case
        when lasting.ended_on is not null then core.say('payout_account-difference_gone', { gone_on: lasting.ended_on })
        else core.say_all([
          core.say(if(lasting.item_key is null, 'totals-agree', 'totals-out_of_balance'), {
            difference: core.money_figure(shown.currency, lasting.amount),
            first_title: 'Balance per ledger',
            first_total: core.money_figure(shown.currency, shown.ledger_balance),
            second_title: 'Balance per account',
            second_total: core.money_figure(shown.currency, shown.current_balance)
          }),
          case when lasting.amount <> shown.difference
            then core.say('payout_account-earlier_differences', { earlier: core.money_figure(shown.currency, shown.difference - lasting.amount) })
          end
        ])
      end as reason,
      case when lasting.item_key is null then 'totals_equal' when lasting.ended_on is not null then 'later_reading' end as match_pass,
      shown.subject as left_key,
      coalesce(lasting.left_amount, shown.ledger_balance) as left_amount,
      shown.subject as right_key,
      coalesce(lasting.right_amount, shown.current_balance) as right_amount,
      coalesce(lasting.amount, 0) as right_minus_left
    from shown
    left join lasting on lasting.item_key = shown.item_key
    anti join (select item_key from recon.item where reconciliation = 'payout_roll_forward') as known
      on known.item_key = shown.item_key
  )
  from recon.item_of('payout_roll_forward', item)
);

-- statement: payout_roll_forward_subject
-- subjects of: payout_roll_forward
-- grain: the payout accounts of one currency, on each day; and each currency that lacks an account although it should have one
-- key: currency, business_date, subject
-- reads: core.payout_account_reading, core.payout_movement, core.company, core.company_input
create or replace macro recon.payout_roll_forward_subject(period_start, period_end) as table (
  with
  known as (
    select
      currency,
      subject,
      core.say('payout_account-not_listed', { account: subject, last_read: core.instant_figure(max(observed_at), any_value(zone)) }) as no_figures,
      core.say('payout_account-ask', null) as what_to_do
    from core.payout_account_reading
    group by currency, subject
  ),
  -- a ledger in a currency without an account, or no account at all: no balance proves the ledger
  without_account as (
    select distinct
      movement.currency,
      core.say('payout_account-none_in_currency', { currency: movement.currency }) as no_figures
    from core.payout_movement as movement
    anti join known on known.currency = movement.currency
    where movement.known_to is null
    union
    select unnest(company.currencies), core.say('payout_account-none', null)
    from core.company as company
    semi join core.company_input as input
      on input.input = 'payout_accounts' and input.is_configured
    where not exists (from known) and not exists (from core.payout_movement)
  ),
  subject as (
    select currency, subject, no_figures, what_to_do from known
    union all
    select currency, 'account in ' || currency, no_figures, core.say('payout_account-ask_balance', null)
    from without_account
  )
  select
    currency,
    unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date,
    subject,
    no_figures,
    what_to_do
  from subject
);
