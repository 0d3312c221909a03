-- statement: payout_account_reading
-- The accounts of a payout service, grouped by currency: a ledger record names a currency but no account, so one ledger
-- explains the balances of all accounts in that currency. A list is a reading of a group only if it has every account of the
-- group that was known by then; if an account is missing from it, the group has no balance.
-- grain: one group of payout accounts in one list of accounts
-- key: currency, receipt_id
-- subject: what people call the group
-- reads: core.payout_account, core.company, raw.receipt
create or replace view core.payout_account_reading as
with
account as (
  select account_id, arg_max(currency, receipt_id) as currency, min(observed_at) as first_seen_at
  from core.payout_account
  group by account_id
),
account_group as (
  select
    currency,
    case when count(*) = 1 then 'account ' else 'accounts ' end || string_agg(account_id::text, ', ' order by account_id) as subject
  from account
  group by currency
),
-- the pages of one list are one reading
listed as (
  select
    account.currency,
    max(reading.receipt_id) as receipt_id,
    max(reading.observed_at) as observed_at,
    sum(reading.current_balance) as current_balance,
    count(distinct reading.account_id) as account_count
  from core.payout_account as reading
  inner join account on account.account_id = reading.account_id
  inner join raw.receipt as receipt on receipt.receipt_id = reading.receipt_id
  group by account.currency, coalesce(receipt.batch_id, reading.receipt_id::text)
)
select
  listed.currency,
  account_group.subject,
  company.zone,
  listed.receipt_id,
  listed.observed_at,
  listed.current_balance::decimal(38, 4) as current_balance
from listed
cross join core.company as company
inner join account_group on account_group.currency = listed.currency
where listed.account_count = (
  select count(*)
  from account
  where account.currency = listed.currency and account.first_seen_at <= listed.observed_at
);

-- statement: payout_moved
-- The ledger records that moved the balance of a payout account, with the instant at which they did.
-- grain: one ledger record
-- key: ledger_kind, movement_id
-- reads: core.payout_movement
create or replace view core.payout_moved as
select
  movement_id,
  currency,
  ledger_kind,
  net_amount,
  fee,
  settlement_on,
  case when ledger_kind = 'allocation' then updated_at else created_at end as moved_at
from core.payout_movement
where known_to is null and status in ('approved', 'success');

-- statement: payout_balance
-- The balance of the payout accounts of a currency at the first reading after the end of a day, and the balance per ledger at the same
-- instant. The ledger begins with empty accounts.
-- grain: one currency, and the last day that had ended when its accounts were read
-- key: currency, closes_on
-- difference: balance per account less balance per ledger; …_before: figures of the previous reading, null for the first reading
-- reads: core.payout_account_reading, core.payout_moved
create table core.payout_balance as
with
reading as (
  select *, cast(timezone(zone, observed_at) as date) - 1 as closes_on
  from core.payout_account_reading
  qualify row_number() over (partition by currency, closes_on order by observed_at, receipt_id) = 1
),
moved as (
  select currency, moved_at, sum(sum(net_amount)) over (partition by currency order by moved_at) as ledger_balance
  from core.payout_moved
  group by currency, moved_at
),
compared as (
  select
    reading.*,
    coalesce(moved.ledger_balance, 0)::decimal(38, 4) as ledger_balance,
    (reading.current_balance - coalesce(moved.ledger_balance, 0))::decimal(38, 4) as difference
  from reading
  asof left join moved
    on moved.currency = reading.currency and moved.moved_at <= reading.observed_at
)
select
  *,
  lag(closes_on) over account as closed_before,
  lag(observed_at) over account as observed_before,
  lag(current_balance) over account as balance_before,
  lag(difference, 1, 0) over account as difference_before
from compared
window account as (partition by currency order by closes_on);

-- statement: payout_difference
-- Each difference between the payout accounts and their ledger, from the day on which it arose to the day on which it ended. A change of
-- a lasting difference is a separate difference, so the differences of a day add up to the unexplained difference of that day. When the
-- total returns to an earlier amount, the differences that arose after that amount end.
-- grain: one difference
-- key: currency, arose_on
-- arose_after: the last day with a reading before the difference; null for the first reading. ended_on: null while the difference lasts
-- left_amount: balance per ledger with the earlier differences; right_amount: balance per account
-- reads: core.payout_balance
create or replace view core.payout_difference as
with
level as (
  select currency, closes_on, closed_before, current_balance, difference, difference - difference_before as amount
  from core.payout_balance
  where difference <> difference_before
  union all
  -- before the first difference the total is zero
  select distinct currency, date '0001-01-01', null::date, 0, 0, 0 from core.payout_balance
),
-- the changes in order of time; a total that was reached before ends the differences that arose after it
folded as (
  select
    currency,
    list_reduce(
      list({
        'lasting': [{
          'arose_on': closes_on, 'arose_after': closed_before, 'amount': amount, 'right_amount': current_balance, 'level': difference,
          'ended_on': null::date
        }],
        'gone': list_value()::struct(arose_on date, arose_after date, amount decimal(38, 4), right_amount decimal(38, 4), level decimal(38, 4), ended_on date)[]
      } order by closes_on),
      lambda known, next: case
        when list_contains(list_transform(known.lasting, lambda below: below.level), next.lasting[1].level) then {
          'lasting': list_filter(known.lasting, lambda below, place:
            place <= list_position(list_transform(known.lasting, lambda one: one.level), next.lasting[1].level)),
          'gone': list_concat(known.gone, list_transform(
            list_filter(known.lasting, lambda below, place:
              place > list_position(list_transform(known.lasting, lambda one: one.level), next.lasting[1].level)),
            lambda above: {
              'arose_on': above.arose_on, 'arose_after': above.arose_after, 'amount': above.amount, 'right_amount': above.right_amount,
              'level': above.level, 'ended_on': next.lasting[1].arose_on
            }
          ))
        }
        else { 'lasting': list_concat(known.lasting, next.lasting), 'gone': known.gone }
      end
    ) as differences
  from level
  group by currency
),
one as (
  select currency, unnest(list_concat(differences.lasting, differences.gone)) as one
  from folded
)
select
  currency,
  currency || ':' || one.arose_on::text as item_key,
  one.arose_on,
  one.arose_after,
  one.amount::decimal(38, 4) as amount,
  (one.right_amount - one.amount)::decimal(38, 4) as left_amount,
  one.right_amount::decimal(38, 4) as right_amount,
  one.ended_on
from one
where one.amount <> 0;

-- statement: payout_closing
-- The readings that close the days of a period. A reading closes one day, and covers the days since the previous reading. The first
-- reading after the period closes the last day of the period, unless a later day was already reconciled with that reading.
-- grain: one reading of the accounts of a currency, on the last judged day that it covers
-- key: currency, made_on
-- item_keys: the keys of the differences that last at the reading; the key of the reading if it is in balance
-- reads: core.payout_balance, core.payout_difference, recon.run
create or replace macro core.payout_closing(period_start, period_end) as table (
  with
  closing as (
    select balance.*, least(closes_on, cast(period_end - interval 1 day as date)) as made_on
    from core.payout_balance as balance
    where balance.closes_on >= period_start
      and (balance.closed_before is null or balance.closed_before < cast(period_end - interval 1 day as date))
      and not exists (
        select 1
        from recon.run as later (run_id, first_day, day_after)
        where later.day_after > period_end and later.day_after - 1 <= balance.closes_on
      )
  )
  select
    closing.*,
    if(closing.difference = 0, [closing.currency || ':' || closing.closes_on::text], (
      select list(lasting.item_key order by lasting.arose_on)
      from core.payout_difference as lasting
      where lasting.currency = closing.currency
        and lasting.arose_on <= closing.closes_on and coalesce(lasting.ended_on > closing.closes_on, true)
    )) as item_keys
  from closing
);

-- statement: recipient_looked_up
-- The recipients that were looked up by their id: the service answered with their record, or that it does not know them.
-- Nothing is known yet about a recipient that is in no list and was not looked up. A number below 1 belongs to no recipient and
-- is not looked up.
-- grain: one recipient
-- key: recipient_id
-- reads: raw.receipt, core.company_input
create or replace view core.recipient_looked_up as
select distinct try_cast(regexp_extract(receipt.request_path, '/(-?\d+)$', 1) as bigint) as recipient_id
from raw.receipt as receipt
inner join core.company_input as input
  on input.kind = receipt.kind and input.input = 'recipients'
where receipt.page is null
  and (receipt.load_status in ('loaded', 'repeated') or receipt.load_code = 'RECIPIENT_UNKNOWN')
  and regexp_matches(receipt.request_path, '/-?\d+$');

-- statement: account_digits
-- The digits of an account number; null where some of it is masked, so that it can be compared with no other number.
create or replace macro core.account_digits(account_number) as (
  case
    when not regexp_matches(account_number, '[*#•●…]|[xX]{3}') then regexp_replace(account_number, '[^0-9]', '', 'g')
  end
);
