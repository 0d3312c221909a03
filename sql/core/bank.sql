-- statement: bank_line_now
-- grain: one line of the merchant's bank account in its current version
-- key: bank_line_key
-- reads: core.bank_line
create or replace view core.bank_line_now as
select * exclude (known_to, ended_by)
from core.bank_line
where known_to is null;

-- statement: bank_statement_base
-- The balances of each bank statement less all known lines of its account up to then. Two statements with the same base are
-- connected by the known lines of the days between.
-- grain: one bank statement
-- key: receipt_id, statement_no
-- account: empty where the file does not name it
-- begins_on: the first day of the statement, or the last day where the first is not stated
-- reads: core.bank_statement, core.bank_line_now
create or replace view core.bank_statement_base as
with
line_by_day as (
  select coalesce(account, '') as account, currency, booked_on,
    sum(sum(amount)) over (partition by coalesce(account, ''), currency order by booked_on) as total
  from core.bank_line_now
  group by coalesce(account, ''), currency, booked_on
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
  on to_last.account = statement.account and to_last.currency = statement.currency
  and to_last.booked_on <= statement.last_day
asof left join line_by_day as before_first
  on before_first.account = statement.account
  and before_first.currency = statement.currency and before_first.booked_on < statement.begins_on;

-- statement: bank_continuity
-- The days that the balances of a bank account connect without a gap. Within a file, the balance continues from line to line. A
-- file continues an earlier one where it begins with its closing balance, adjusted for known lines of the days between. The
-- first day of the first file is not complete: lines of that day may precede the file.
-- grain: one statement with an opening balance
-- key: receipt_id, statement_no
-- account: null where the file does not name it
-- reads: core.bank_statement_base, raw.file_claim
create or replace view core.bank_continuity as
with
statement as (
  select statement.*, claim.receipt_id is not null as is_claim
  from core.bank_statement_base as statement
  left join raw.file_claim as claim on claim.receipt_id = statement.receipt_id and claim.statement_no = statement.statement_no
),
continued as (
  select statement.receipt_id, statement.statement_no, max(earlier.last_day) as from_day
  from statement
  inner join statement as earlier
    on earlier.account = statement.account and earlier.currency = statement.currency
    and earlier.last_day <= statement.begins_on and earlier.last_day < statement.last_day
    and (earlier.closing = statement.opening or earlier.closing_base = statement.opening_base)
  group by statement.receipt_id, statement.statement_no
)
select
  statement.receipt_id,
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
left join continued on continued.receipt_id = statement.receipt_id and continued.statement_no = statement.statement_no
where statement.opening is not null;

-- statement: bank_gap
-- The statements of a bank account that do not continue the previous one: lines between the two are missing, or one of the
-- files is wrong. A statement continues another when it begins with its closing balance, adjusted for the known lines of the
-- days between. A statement without an opening balance must end with an earlier closing balance plus the lines since.
-- Overlapping and repeated statements are not gaps, and a later file that covers the days closes a gap.
-- gap_from: the first day that may lack lines
-- grain: one statement that does not continue
-- key: receipt_id, statement_no
-- reads: core.bank_statement_base, core.bank_line_now, raw.receipt
create table core.bank_gap as
with
newest as (
  select statement.*, receipt.file_name
  from core.bank_statement_base as statement
  inner join raw.receipt as receipt on receipt.receipt_id = statement.receipt_id
  qualify row_number() over (
    partition by statement.account, statement.currency, statement.first_day, statement.last_day,
      statement.identifier
    order by statement.receipt_id desc, statement.statement_no desc
  ) = 1
),
line_by_file as (
  select coalesce(account, '') as account, currency, receipt_id,
    sum(sum(amount)) over (partition by coalesce(account, ''), currency order by receipt_id) as total
  from core.bank_line_now
  group by coalesce(account, ''), currency, receipt_id
),
statement as (
  select newest.*, newest.closing - coalesce(to_file.total, 0) as file_base
  from newest
  asof left join line_by_file as to_file
    on to_file.account = newest.account and to_file.currency = newest.currency
    and to_file.receipt_id <= newest.receipt_id
),
-- every other statement of the account that neither begins nor ends later
pair as (
  select
    statement.receipt_id, statement.statement_no, earlier.receipt_id as earlier_receipt_id, earlier.statement_no as earlier_statement_no,
    earlier.begins_on < statement.begins_on or earlier.last_day < statement.last_day as is_strict,
    earlier.last_day > statement.begins_on as is_overlapping,
    case
      when statement.opening is not null
        then earlier.closing = statement.opening or earlier.closing_base = statement.opening_base
          or (earlier.begins_on = statement.begins_on and earlier.opening = statement.opening)
      else earlier.closing_base = statement.closing_base
        or (earlier.receipt_id < statement.receipt_id and earlier.file_base = statement.file_base)
    end as is_continued
  from statement
  inner join statement as earlier
    on earlier.account = statement.account and earlier.currency = statement.currency
    and earlier.begins_on <= statement.begins_on and earlier.last_day <= statement.last_day
    and (earlier.receipt_id, earlier.statement_no) <> (statement.receipt_id, statement.statement_no)
),
judged as (
  select
    receipt_id,
    statement_no,
    bool_or(is_continued or is_overlapping) as is_continued,
    bool_or(is_strict) as has_earlier
  from pair
  group by receipt_id, statement_no
),
-- statements whose days are in a later file that continues, or that begins before all others
covered as (
  select distinct statement.receipt_id, statement.statement_no
  from statement
  inner join statement as later
    on later.account = statement.account and later.currency = statement.currency
    and later.begins_on <= statement.begins_on and later.last_day >= statement.last_day and later.receipt_id > statement.receipt_id
  left join judged on judged.receipt_id = later.receipt_id and judged.statement_no = later.statement_no
  where coalesce(judged.is_continued or not judged.has_earlier, true)
),
last_before as (
  select statement.receipt_id, statement.statement_no, max_by(earlier, (earlier.last_day, earlier.begins_on, earlier.receipt_id)) as earlier
  from statement
  inner join pair on pair.receipt_id = statement.receipt_id and pair.statement_no = statement.statement_no and pair.is_strict
  inner join statement as earlier
    on earlier.receipt_id = pair.earlier_receipt_id and earlier.statement_no = pair.earlier_statement_no
  group by statement.receipt_id, statement.statement_no
)
select
  nullif(statement.account, '') as account,
  statement.currency,
  least(last_before.earlier.last_day + 1, statement.begins_on)::date as gap_from,
  statement.receipt_id,
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
inner join judged on judged.receipt_id = statement.receipt_id and judged.statement_no = statement.statement_no
inner join last_before on last_before.receipt_id = statement.receipt_id and last_before.statement_no = statement.statement_no
anti join covered on covered.receipt_id = statement.receipt_id and covered.statement_no = statement.statement_no
where judged.has_earlier and not coalesce(judged.is_continued, false);

-- statement: bank_reversal
-- The bank lines that reverse another line of the account, or may do so: lines that the bank marks as a reversal; lines with
-- the opposite amount of an earlier line and a description that says so; and money out with the amount and the entry number or
-- reference of earlier money in. (Money in with the reference of earlier money out may be a deposit that was made again.) The
-- reversed line is certain where one line fits best and no other reversal fits it as well; a description alone is never
-- certain.
-- reversed_key: the reversed line; null where no line fits or several do; candidate_keys: the lines that fit best
-- is_marked: the bank marks the line as a reversal
-- grain: one line that takes another one back, or seems to
-- key: bank_line_key
-- reads: core.bank_line_now
create table core.bank_reversal as
with
line as (
  select
    bank_line.*,
    coalesce(account, '') as own_account,
    coalesce(is_reversal, false) as is_marked,
    regexp_matches(
      lower(coalesce(description, '')),
      '\b(revers(al|ed)|returned|return|recalled|storno|bounced|dishonou?red|pembalikan|dipulangkan|ditolak)\b'
    ) as is_described,
    case when regexp_matches(reference, '[0-9]') then reference end as number
  from core.bank_line_now as bank_line
),
taking as (
  select * from line where is_marked or is_described or (amount < 0 and coalesce(number, entry_id) is not null)
),
candidate as (
  select
    taking.bank_line_key,
    first.bank_line_key as first_key,
    case
      when first.entry_id = taking.entry_id then 1
      when first.number = taking.number then 2
      else 3
    end as rank,
    rank < 3 or taking.is_marked as may_be_sure
  from taking
  inner join line as first
    on first.currency = taking.currency and first.own_account = taking.own_account
    and first.amount = -taking.amount and first.booked_on between taking.booked_on - 31 and taking.booked_on
    and not first.is_marked
    -- of two lines of one day, the earlier one is reversed
    and (first.booked_on < taking.booked_on or taking.is_marked or (first.receipt_id, first.line_no) < (taking.receipt_id, taking.line_no))
  where taking.is_marked or taking.is_described
    or (taking.amount < 0 and (first.entry_id = taking.entry_id or first.number = taking.number))
),
best as (
  select *
  from candidate
  qualify rank = min(rank) over (partition by bank_line_key)
),
counted as (
  select
    *,
    count(*) over (partition by bank_line_key) as first_count,
    count(*) over (partition by first_key) as taking_count
  from best
),
pair as (
  select
    bank_line_key,
    list(first_key order by first_key) as candidate_keys,
    max(first_key) filter (may_be_sure and first_count = 1 and taking_count = 1) as reversed_key
  from counted
  group by bank_line_key
)
select
  line.bank_line_key, line.currency, line.amount, line.reference, line.description, line.booked_on, line.receipt_id,
  line.line_no, line.is_marked, pair.reversed_key, coalesce(pair.candidate_keys, []) as candidate_keys
from line
left join pair on pair.bank_line_key = line.bank_line_key
where line.is_marked or pair.bank_line_key is not null;

-- statement: bank_money_in
-- The deposits at the bank, as its lines state them. Deposits that the bank reversed are left out, and so are lines that reverse
-- an outgoing payment.
-- grain: one deposit
-- key: bank_line_key
-- duplicate_of: the earlier deposit of the last 27 days with the same reference and amount; null without such a deposit. Equal
-- payments of each month may have one reference, so the window is shorter than a month.
-- reads: core.company_terms, core.bank_line_now, core.bank_reversal
create or replace view core.bank_money_in as
with
netted as (
  select bank_line_key from core.bank_reversal where is_marked or reversed_key is not null
  union
  select reversed_key from core.bank_reversal where reversed_key is not null
)
select
  bank_line.bank_line_key,
  bank_line.currency,
  bank_line.amount,
  bank_line.reference,
  bank_line.description,
  bank_line.booked_on,
  timezone(company.zone, bank_line.booked_on::timestamp) as booked_at,
  bank_line.receipt_id,
  bank_line.line_no,
  case
    when bank_line.reference is not null and bank_line.booked_on - lag(bank_line.booked_on) over with_reference <= 27
      then lag(bank_line.bank_line_key) over with_reference
  end as duplicate_of
from core.bank_line_now as bank_line
cross join core.company_terms as company
anti join netted on netted.bank_line_key = bank_line.bank_line_key
where bank_line.amount > 0
  and (company.deposit_text is null or contains(lower(bank_line.description), lower(company.deposit_text)))
window with_reference as (
  partition by bank_line.currency, bank_line.reference, bank_line.amount
  order by bank_line.booked_on, bank_line.receipt_id, bank_line.line_no
);

-- statement: bank_deposit
-- grain: one deposit at the bank
-- key: bank_line_key
-- doubt: why it is not a deposit of the gateway by its amount and time alone (core.deposit_doubt); null without a contradiction
-- reads: core.bank_money_in, core.deposit_doubt
create table core.bank_deposit as
select deposit.*, doubted.doubt
from core.bank_money_in as deposit
left join core.deposit_doubt as doubted
  on doubted.bank_line_key = deposit.bank_line_key;
