-- The days that a bank account's balances lead through without a gap. Within a file the balance goes from line to line; from
-- an earlier file it goes on where this one begins with its closing balance, but for known lines of the days between. The
-- first day of the first file is not whole: lines of that day may precede it.
-- grain: one statement with an opening balance
-- key: file_id, statement_no
-- account: null where the file does not name it
-- reads: core.bank_statement_base, raw.file_claim
create or replace view core.bank_continuity as
with
statement as (
  select statement.*, claim.file_id is not null as is_claim
  from core.bank_statement_base as statement
  left join raw.file_claim as claim on claim.file_id = statement.file_id and claim.statement_no = statement.statement_no
),
continued as (
  select statement.file_id, statement.statement_no, max(earlier.last_day) as from_day
  from statement
  inner join statement as earlier
    on earlier.company = statement.company and earlier.account = statement.account and earlier.currency = statement.currency
    and earlier.last_day <= statement.begins_on and earlier.last_day < statement.last_day
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
    else statement.begins_on + 1
  end::date as first_day,
  statement.last_day
from statement
left join continued on continued.file_id = statement.file_id and continued.statement_no = statement.statement_no
where statement.opening is not null;
