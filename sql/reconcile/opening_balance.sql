-- statement: opening_balance
-- name: opening_balance
-- title: Opening balances
-- kind: control
-- left: Opening balance taken on
-- right: Balance per gateway or payout account at the first cut-off
-- grain: company, account, the first business day
-- needs: opening_items
-- optional: yes
-- subjects: yes
-- meaning: The balance that was taken on is not the balance that the gateway or the payout service reports for the first cut-off.
-- action: Find the difference before the first month is closed: it stays in every balance that follows.
-- order: 14
-- reason: balance_not_explained | control_breach | The balance taken on differs from the reported balance. | Find the difference before the first month is closed.
create or replace macro recon.opening_balance(period_start, period_end) as table (
  with
  opening as (
    select
      item.currency, terms.starts_on as business_date, item.item_id as subject, 'amount' as measure, item.amount, terms.zone
    from core.opening_item as item
    cross join core.company_terms as terms
    where item.known_to is null and item.item = 'balance' and terms.starts_on >= period_start and terms.starts_on < period_end
  ),
  reported as (
    select
      opening.*,
      reading.balance as reported
    from opening
    inner join core.gateway_balance_at as reading
      on opening.subject = 'gateway' and reading.currency = opening.currency
      and reading.balance_at = timezone(opening.zone, opening.business_date::timestamp)
    union all
    -- the reading of a payout account that is nearest to the cut-off, less what moved in between
    select
      opening.*,
      account.current_balance - coalesce((
        select sum(movement.net_amount)
        from core.payout_moved as movement
        where movement.currency = opening.currency
          and movement.moved_at between timezone(opening.zone, opening.business_date::timestamp) and account.observed_at
      ), 0)
    from opening
    inner join core.payout_account as account
      on account.account_id::text = opening.subject
      and account.observed_at >= timezone(opening.zone, opening.business_date::timestamp)
    qualify row_number() over (partition by opening.subject, opening.currency order by account.observed_at, account.receipt_id) = 1
  ),
  bridge as (
    select *, 1 as line_no, 'taken_on' as line_code, 'Opening balance taken on' as title, amount as line_amount, true as is_total,
      false as is_residual
    from reported
    union all select *, 2, 'reported', 'Balance per gateway or payout account', reported, true, false from reported
    union all select *, 3, 'residual', 'Unexplained difference (reported less taken on)', reported - amount, false, true from reported
  )
  from recon.bridge_of(bridge)
);

-- statement: opening_balance_subject
-- subjects of: opening_balance
-- grain: one account whose opening balance was taken on, on the first business day
-- key: currency, business_date, subject
-- reads: core.opening_item, core.company_terms
create or replace macro recon.opening_balance_subject(period_start, period_end) as table (
  select item.currency, terms.starts_on as business_date, item.item_id as subject,
    'No balance was received for ' || item.item_id || ' at the first cut-off.' as no_figures,
    'Fetch the first business day again (tieout run --refresh), or correct the account in the take-on file.' as what_to_do
  from core.opening_item as item
  cross join core.company_terms as terms
  where item.known_to is null and item.item = 'balance' and terms.starts_on >= period_start and terms.starts_on < period_end
);
