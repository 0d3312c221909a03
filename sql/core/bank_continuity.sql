-- The days that a bank account's balances lead through without a gap. Within a file the balance goes from line to line; from
-- an earlier file it goes on where this one begins with its closing balance, but for known lines of the days between. The
-- first day of the first file is not whole: lines of that day may precede it.
-- grain: one statement with an opening balance
-- key: file_id, statement_no
-- account: null where the file does not name it
-- reads: core.bank_statement, core.bank_line_now, raw.file_claim
create or replace view core.bank_continuity as
with
line_by_day as (
  select company, coalesce(account, '') as account, currency, booked_on,
    sum(sum(amount)) over (partition by company, coalesce(account, ''), currency order by booked_on) as total
  from core.bank_line_now
  group by company, coalesce(account, ''), currency, booked_on
),
statement as (
  select
    statement.company, statement.file_id, statement.statement_no, coalesce(statement.account, '') as account, statement.currency,
    statement.first_day, statement.last_day, statement.opening, statement.closing,
    statement.opening - coalesce(before_first.total, 0) as opening_base,
    statement.closing - coalesce(to_last.total, 0) as closing_base,
    claim.file_id is not null as is_claim
  from (select * replace (coalesce(first_day, last_day) as first_day) from core.bank_statement) as statement
  left join raw.file_claim as claim on claim.file_id = statement.file_id and claim.statement_no = statement.statement_no
  asof left join line_by_day as to_last
    on to_last.company = statement.company and to_last.account = coalesce(statement.account, '')
    and to_last.currency = statement.currency and to_last.booked_on <= statement.last_day
  asof left join line_by_day as before_first
    on before_first.company = statement.company and before_first.account = coalesce(statement.account, '')
    and before_first.currency = statement.currency and before_first.booked_on < statement.first_day
),
continued as (
  select statement.file_id, statement.statement_no, max(earlier.last_day) as from_day
  from statement
  inner join statement as earlier
    on earlier.company = statement.company and earlier.account = statement.account and earlier.currency = statement.currency
    and earlier.last_day <= statement.first_day and earlier.last_day < statement.last_day
    and (earlier.closing = statement.opening or earlier.closing_base = statement.opening_base)
  group by statement.file_id, statement.statement_no
)
select
  statement.company,
  statement.file_id,
  statement.statement_no,
  nullif(statement.account, '') as account,
  statement.currency,
  case
    when continued.from_day is not null then continued.from_day
    when statement.is_claim then statement.last_day
    else statement.first_day + 1
  end::date as first_day,
  statement.last_day
from statement
left join continued on continued.file_id = statement.file_id and continued.statement_no = statement.statement_no
where statement.opening is not null;
