-- The days that an input covers without a gap, whichever receipts prove it. An account of the bank is covered by what names it
-- and by what names none; a currency is covered where all of its known accounts are. Deadlines run against this: what is
-- expected by a day is overdue once the days through it are covered.
-- grain: one stretch of days of one company, kind and currency
-- key: company, kind, currency, first_day
-- reads: core.coverage, core.company, core.bank_line, core.bank_statement
create or replace view derive.covered_span as
with
currency as (
  select company, unnest(currencies) as currency from core.company
  union
  select company, currency from core.coverage where currency is not null
),
known_account as (
  select company, 'bank_statement' as kind, currency, account from core.bank_line where account is not null
  union
  select company, 'bank_statement', currency, account from core.bank_statement where account is not null
  union
  select coverage.company, coverage.kind, currency.currency, coverage.account
  from core.coverage as coverage
  inner join currency
    on currency.company = coverage.company and currency.currency = coalesce(coverage.currency, currency.currency)
  where coverage.account is not null
),
span as (
  select
    coverage.company, coverage.kind, currency.currency, coalesce(coverage.account, known.account, '') as account,
    coverage.first_day, coverage.last_day
  from core.coverage as coverage
  inner join currency
    on currency.company = coverage.company and currency.currency = coalesce(coverage.currency, currency.currency)
  left join known_account as known
    on known.company = case when coverage.account is null then coverage.company end and known.kind = coverage.kind
    and known.currency = currency.currency
),
numbered as (
  select
    *,
    coalesce(first_day > max(last_day) over earlier + 1, true)::integer as is_start
  from span
  window earlier as (
    partition by company, kind, currency, account order by first_day, last_day rows between unbounded preceding and 1 preceding
  )
),
stretch as (
  select company, kind, currency, account, min(first_day) as first_day, max(last_day) as last_day
  from (
    select *, sum(is_start) over (partition by company, kind, currency, account order by first_day, last_day) as stretch_no
    from numbered
  ) as counted
  group by company, kind, currency, account, stretch_no
),
-- the days from which another number of accounts is covered
edge as (
  select company, kind, currency, from_day, sum(sum(step)) over (partition by company, kind, currency order by from_day) as account_count
  from (
    select company, kind, currency, first_day as from_day, 1 as step from stretch
    union all
    select company, kind, currency, last_day + 1, -1 from stretch
  ) as step
  group by company, kind, currency, from_day
),
account_total as (
  select company, kind, currency, count(*) as account_count from known_account group by company, kind, currency
),
ended as (
  select edge.*, lead(from_day) over (partition by company, kind, currency order by from_day) - 1 as until_day
  from edge
)
select ended.company, ended.kind, ended.currency, ended.from_day::date as first_day, ended.until_day::date as last_day
from ended
left join account_total as total
  on total.company = ended.company and total.kind = ended.kind and total.currency = ended.currency
where ended.account_count >= coalesce(total.account_count, 1);

create table if not exists core.covered_span as from derive.covered_span limit 0;
