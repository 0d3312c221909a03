-- The balances of each bank statement less all known lines of its account up to then. Two statements with the same base lead to
-- each other by the known lines of the days between.
-- grain: one bank statement
-- key: file_id, statement_no
-- account: empty where the file does not name it
-- begins_on: its first day, or the last one where it does not name the first
-- reads: core.bank_statement, core.bank_line_now
create or replace view core.bank_statement_base as
with
line_by_day as (
  select company, coalesce(account, '') as account, currency, booked_on,
    sum(sum(amount)) over (partition by company, coalesce(account, ''), currency order by booked_on) as total
  from core.bank_line_now
  group by company, coalesce(account, ''), currency, booked_on
),
statement as (
  select * replace (coalesce(account, '') as account), coalesce(first_day, last_day) as begins_on
  from core.bank_statement
)
select
  statement.*,
  statement.opening - coalesce(before_first.total, 0) as opening_base,
  statement.closing - coalesce(to_last.total, 0) as closing_base
from statement
asof left join line_by_day as to_last
  on to_last.company = statement.company and to_last.account = statement.account and to_last.currency = statement.currency
  and to_last.booked_on <= statement.last_day
asof left join line_by_day as before_first
  on before_first.company = statement.company and before_first.account = statement.account
  and before_first.currency = statement.currency and before_first.booked_on < statement.begins_on;
