-- statement: this_company
-- The company whose database this is.
create or replace macro core.this_company() as (select company from core.company);

-- statement: company_terms
-- The terms of a company's configuration, by name. A term that the configuration does not give is null. Terms that may change on a
-- day have views of their own (core.settlement_term, core.reserve_term).
-- grain: one row
-- key: zone
-- reads: core.company, core.company_setting
create or replace view core.company_terms as
select
  company.zone,
  coalesce(max(setting.value) filter (setting.name = 'deposits_are'), 'disbursements') as deposits_are,
  max(setting.value) filter (setting.name = 'deposit_text') as deposit_text,
  -- without a configured term and before the first settlement, there is no deadline for settlements
  coalesce(bool_or(setting.name = 'settlement_most_days'), false) as has_settlement_term,
  coalesce(max(setting.value) filter (setting.name = 'approval_deadline'), 'later_of_both') as approval_deadline,
  max(setting.value) filter (setting.name = 'starts_on')::date as starts_on,
  coalesce(max(setting.value) filter (setting.name = 'earliest_day'), '2000-01-01')::date as earliest_day,
  coalesce(max(setting.value) filter (setting.name = 'days_ahead'), '2')::integer as days_ahead
from core.company as company
left join core.company_setting as setting on true
group by company.zone;

-- statement: payout_terms
-- The terms of each payout account, from the lists of accounts that were read. Terms may have begun just after the previous
-- reading and may have ended just before the next one, so between two readings the terms of either may have been in force. They
-- end with the first list that no longer has the account. The first terms that were read apply back to the last change of the
-- account. The terms before that are unknown, which a row without figures shows; an account that was added later had no terms
-- before.
-- grain: the terms of one payout account in one reading, or its unknown terms before the first one
-- key: account_id, possible_from
-- reads: core.payout_account, core.list_reading
create or replace view core.payout_terms as
with
reading as (
  select
    *,
    least(updated_at, observed_at) as unchanged_since,
    min(observed_at) over (partition by account_id) as account_first_at,
    min(observed_at) over () as first_read_at
  from core.payout_account
  qualify row_number() over (partition by account_id, observed_at order by receipt_id desc, record_no) = 1
),
dated as (
  select
    *,
    coalesce(lag(observed_at) over account, unchanged_since) as possible_from,
    lead(observed_at) over account as read_again_at,
    (
      select min(list_reading.read_at)
      from core.list_reading as list_reading
      where list_reading.list = 'payout_accounts' and list_reading.is_new
        and list_reading.read_at > reading.observed_at
        and not exists (
          select 1 from core.payout_account as still
          where still.account_id = reading.account_id and still.observed_at = list_reading.read_at
        )
    ) as left_list_at
  from reading
  window account as (partition by account_id order by observed_at)
)
select
  account_id,
  currency,
  observed_at,
  payout_fee,
  payout_fee_type,
  verification_fee,
  verification_fee_type,
  approvals_needed,
  possible_from,
  coalesce(least(read_again_at, left_list_at), timestamptz '9999-12-31 00:00:00+00') as possible_until
from dated
union all by name
select
  account_id,
  currency,
  observed_at,
  timestamptz '0001-01-01 00:00:00+00' as possible_from,
  unchanged_since - interval 1 microsecond as possible_until
from dated
where observed_at = account_first_at and account_first_at = first_read_at and unchanged_since > timestamptz '0001-01-01 00:00:00+00';

-- statement: settlement_term
-- The configured time of a settlement in business days, by the business day of payment: usually 2 and at most 5 where nothing
-- is configured.
-- grain: one the first day of payment for which the term counts
-- key: first_day
-- reads: core.company, core.company_setting
create or replace view core.settlement_term as
with
given as (
  select
    coalesce(from_day, date '0001-01-01') as first_day,
    max(value) filter (name = 'settlement_usual_days')::integer as usual_days,
    max(value) filter (name = 'settlement_most_days')::integer as most_days
  from core.company_setting
  where name in ('settlement_usual_days', 'settlement_most_days')
  group by from_day
),
term as (
  select * from given
  union all
  select date '0001-01-01', null, null
  from core.company as company
  where not exists (select 1 from given where given.first_day = date '0001-01-01')
)
select
  first_day,
  coalesce(lead(first_day) over (order by first_day) - 1, date '9999-12-31') as last_day,
  coalesce(usual_days, 2) as usual_days,
  greatest(coalesce(most_days, 5), coalesce(usual_days, 2)) as most_days
from term;

-- statement: reserve_term
-- The number of days after which the gateway releases the amount withheld from a payment, by the business day of payment. Days
-- without an agreement have no row.
-- grain: one the first day of payment for which the term counts
-- key: first_day
-- reads: core.company_setting
create or replace view core.reserve_term as
select
  coalesce(from_day, date '0001-01-01') as first_day,
  coalesce(lead(from_day) over (order by from_day nulls first) - 1, date '9999-12-31') as last_day,
  value::integer as reserve_days
from core.company_setting
where name = 'reserve_days';

-- statement: reserve
-- The amounts that the gateway withholds from payments, and the days on which it is expected to release them: a number of days
-- after the payment, as configured for that day (statement.reserve_days, statement.reserve_changes); null where nothing is
-- configured.
-- grain: one business day and currency with payments that had an amount withheld
-- key: currency, business_date
-- reads: core.line_net, core.reserve_term
create or replace view core.reserve as
select
  line.currency,
  line.business_date,
  count(*) as payment_count,
  sum(line.withheld)::decimal(38, 4) as withheld,
  (line.business_date + any_value(term.reserve_days))::date as release_on
from core.line_net as line
left join core.reserve_term as term on line.business_date between term.first_day and term.last_day
where line.withheld <> 0 and line.occurrence = 1
group by line.currency, line.business_date;

-- statement: approval_deadline
-- When the approval of an allocation is due: always at noon in the time zone of the payout service. By the
-- specification that is noon of the day after the request; live records show the next noon, which is that of the settlement
-- day. By default an allocation is overdue when both have passed.
create or replace macro core.approval_deadline(created_at, settlement_on, rule, zone) as (
  timezone(zone, case rule
    when 'next_noon' then date_trunc('day', timezone(zone, created_at) + interval 12 hours) + interval 12 hours
    when 'noon_of_next_day' then date_trunc('day', timezone(zone, created_at)) + interval 36 hours
    else greatest(
      date_trunc('day', timezone(zone, created_at)) + interval 36 hours,
      coalesce(settlement_on::timestamp + interval 12 hours, date_trunc('day', timezone(zone, created_at)))
    )
  end)
);

-- statement: payout_currency
-- grain: one row; null without a payout account
-- key: currency
-- reads: core.payout_account, core.payout_movement
-- A payout names no currency: it has that of the account or, where no account could be read, of the latest ledger record.
create or replace view core.payout_currency as
select
  -- if one answer has several currencies, a fixed order makes a rebuild give the same figures
  coalesce(arg_min(currency, (-receipt_id, currency)) filter (is_account), arg_min(currency, (-receipt_id, currency))) as currency
from (
  select currency, receipt_id, true as is_account from core.payout_account
  union all
  select currency, receipt_id, false from core.payout_movement
);
