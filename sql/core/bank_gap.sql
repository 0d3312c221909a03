-- The statements of a bank account that do not continue the one before it: lines between the two are missing, or one of the
-- files is wrong. A statement continues another one when it begins with its closing balance, less or plus the known lines of
-- the days between. One without an opening balance ends where the lines since an earlier closing balance lead. A statement
-- that overlaps or repeats another is no gap; a later file that covers the days closes it.
-- gap_from: the first day that may lack lines
-- grain: one statement that does not continue
-- key: file_id, statement_no
-- reads: core.bank_statement_base, core.bank_line_now, raw.receipt
create or replace view derive.bank_gap as
with
newest as (
  select statement.*, receipt.file_name
  from core.bank_statement_base as statement
  inner join raw.receipt as receipt on receipt.file_id = statement.file_id
  qualify row_number() over (
    partition by statement.company, statement.account, statement.currency, statement.first_day, statement.last_day,
      statement.identifier
    order by statement.file_id desc, statement.statement_no desc
  ) = 1
),
line_by_file as (
  select company, coalesce(account, '') as account, currency, file_id,
    sum(sum(amount)) over (partition by company, coalesce(account, ''), currency order by file_id) as total
  from core.bank_line_now
  group by company, coalesce(account, ''), currency, file_id
),
statement as (
  select newest.*, newest.closing - coalesce(to_file.total, 0) as file_base
  from newest
  asof left join line_by_file as to_file
    on to_file.company = newest.company and to_file.account = newest.account and to_file.currency = newest.currency
    and to_file.file_id <= newest.file_id
),
-- every other statement of the account that does not begin or end later
pair as (
  select
    statement.file_id, statement.statement_no, earlier.file_id as earlier_file_id, earlier.statement_no as earlier_statement_no,
    earlier.begins_on < statement.begins_on or earlier.last_day < statement.last_day as is_strict,
    earlier.last_day > statement.begins_on as is_overlapping,
    case
      when statement.opening is not null
        then earlier.closing = statement.opening or earlier.closing_base = statement.opening_base
          or (earlier.begins_on = statement.begins_on and earlier.opening = statement.opening)
      else earlier.closing_base = statement.closing_base
        or (earlier.file_id < statement.file_id and earlier.file_base = statement.file_base)
    end as is_continued
  from statement
  inner join statement as earlier
    on earlier.company = statement.company and earlier.account = statement.account and earlier.currency = statement.currency
    and earlier.begins_on <= statement.begins_on and earlier.last_day <= statement.last_day
    and (earlier.file_id, earlier.statement_no) <> (statement.file_id, statement.statement_no)
),
judged as (
  select
    file_id,
    statement_no,
    bool_or(is_continued or is_overlapping) as is_continued,
    bool_or(is_strict) as has_earlier
  from pair
  group by file_id, statement_no
),
-- a statement of the same or more days that came later and continues, or begins before all others
covered as (
  select distinct statement.file_id, statement.statement_no
  from statement
  inner join statement as later
    on later.company = statement.company and later.account = statement.account and later.currency = statement.currency
    and later.begins_on <= statement.begins_on and later.last_day >= statement.last_day and later.file_id > statement.file_id
  left join judged on judged.file_id = later.file_id and judged.statement_no = later.statement_no
  where coalesce(judged.is_continued or not judged.has_earlier, true)
),
last_before as (
  select statement.file_id, statement.statement_no, max_by(earlier, (earlier.last_day, earlier.begins_on, earlier.file_id)) as earlier
  from statement
  inner join pair on pair.file_id = statement.file_id and pair.statement_no = statement.statement_no and pair.is_strict
  inner join statement as earlier
    on earlier.file_id = pair.earlier_file_id and earlier.statement_no = pair.earlier_statement_no
  group by statement.file_id, statement.statement_no
)
select
  statement.company,
  nullif(statement.account, '') as account,
  statement.currency,
  least(last_before.earlier.last_day + 1, statement.begins_on)::date as gap_from,
  statement.file_id,
  statement.statement_no,
  core.say('bank_statements_do_not_continue', {
    earlier_file: last_before.earlier.file_name,
    earlier_balance: core.money_figure(statement.currency, last_before.earlier.closing),
    earlier_on: last_before.earlier.last_day,
    file: statement.file_name,
    opening: core.money_figure(statement.currency, statement.opening),
    opens_on: statement.begins_on,
    closing: core.money_figure(statement.currency, statement.closing),
    closes_on: statement.last_day
  }) as reason
from statement
inner join judged on judged.file_id = statement.file_id and judged.statement_no = statement.statement_no
inner join last_before on last_before.file_id = statement.file_id and last_before.statement_no = statement.statement_no
anti join covered on covered.file_id = statement.file_id and covered.statement_no = statement.statement_no
where judged.has_earlier and not coalesce(judged.is_continued, false);

create table if not exists core.bank_gap as from derive.bank_gap limit 0;
