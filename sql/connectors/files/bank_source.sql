-- statement: bank_source
-- The earlier files that may be of an account of this file. Two named accounts are the same if their names are equal. If a file
-- names no account, evidence is needed, because a company may have several banks: the same file name, or lines in common on the
-- days on which both files have lines.
-- If both files name no account, at least half of the distinct lines of the shorter file are in both. If these lines have
-- balances, the balance beside a line or the opening balance is equal: the balances of a corrected file differ only from the
-- changed line on.
-- If a single file names its account, more than half of the lines are in both, and they are at least two lines, because a
-- line such as a charge may be equal at two banks. A single line is enough if the earlier file has no other line, and this file
-- has no other line on that day. A line with an equal balance beside it is enough, and so are equal opening and closing balances.
-- the_first_day, the_last_day: the lines of these days and between them are compared, too
-- grain: one account of the file, and one account of the files of one name, that may be the same
-- key: account, file_name, known_account
-- common_count: the different lines that both have; null if they are of the same name or the same named account
-- reads: core.bank_line, core.bank_statement, raw.file_claim, raw.receipt, and the table the_lines, which has the rows of
-- staging.bank_line
create or replace macro staging.bank_source(the_receipt_id, the_lines, the_first_day, the_last_day) as table (
  with
  own as (
    select file_name from raw.receipt where receipt_id = the_receipt_id
  ),
  line as (
    select account, booked_on, currency, entry, balance
    from staging.accepted_bank_line(the_receipt_id, the_lines)
    group by all
  ),
  named as (
    select account from line
    union
    select account from raw.file_claim where receipt_id = the_receipt_id
  ),
  own_account as (
    select account from named
    union
    select null where not exists (select 1 from named)
  ),
  known as (
    select
      receipt.file_name, known.account, known.booked_on, known.currency,
      (known.booked_on, known.currency, known.amount, known.value_on, known.description, known.reference) as entry,
      known.balance
    from core.bank_line as known
    inner join raw.receipt as receipt on receipt.receipt_id = known.receipt_id
    where known.known_to is null
      and known.booked_on between least((select min(booked_on) from line), the_first_day)
        and greatest((select max(booked_on) from line), the_last_day)
  ),
  known_account as (
    select distinct file_name, account from known
  ),
  pair as (
    select own_account.account, known_account.file_name, known_account.account as known_account,
      own_account.account = known_account.account or known_account.file_name = (select file_name from own) as is_certain
    from known_account
    cross join own_account
    where coalesce(own_account.account = known_account.account, true)
  ),
  own_day as (
    select account, booked_on, currency, count(distinct entry) as line_count from line group by all
  ),
  known_day as (
    select file_name, account, booked_on, currency, count(distinct entry) as line_count from known group by all
  ),
  shared as (
    select
      own_day.account, known_day.file_name, known_day.account as known_account,
      sum(own_day.line_count) as own_count,
      least(own_count, sum(known_day.line_count)) as line_count
    from own_day
    inner join known_day on known_day.booked_on = own_day.booked_on and known_day.currency = own_day.currency
    group by all
  ),
  -- lines with equal balances; charges of a day may be equal in all but their balances, so balances are not compared in pairs
  equal_balance as (
    select line.account, known.file_name, known.account as known_account, line.entry
    from line
    inner join (select distinct file_name, account, entry, balance from known) as known
      on known.entry = line.entry and known.balance = line.balance
    where line.account is null or known.account is null
    group by all
  ),
  common as (
    select
      line.account, known.file_name, known.account as known_account,
      count(*) as line_count,
      bool_or(equal_balance.entry is not null) as has_equal_balance,
      bool_or(line.is_open or known.is_open) as has_open_line
    from (select account, entry, count(*) > count(balance) as is_open from line group by account, entry) as line
    inner join (
      select file_name, account, entry, count(*) > count(balance) as is_open from known group by file_name, account, entry
    ) as known
      on known.entry = line.entry
    left join equal_balance
      on equal_balance.account is not distinct from line.account and equal_balance.file_name = known.file_name
      and equal_balance.known_account is not distinct from known.account and equal_balance.entry = line.entry
    where (line.account is null and known.account is null)
      or (
        (line.account is null or known.account is null)
        and (line.is_open or known.is_open or equal_balance.entry is not null)
      )
    group by all
  ),
  file_size as (
    select receipt.file_name, sum(receipt.row_count) as row_count
    from raw.receipt as receipt
    where receipt.kind = 'bank_statement' and receipt.load_status = 'loaded'
    group by receipt.file_name
  ),
  balanced as (
    select statement.account, receipt.file_name, other.account as known_account, bool_or(other.closing = statement.closing) as is_equal
    from core.bank_statement as statement
    inner join core.bank_statement as other
      on other.currency = statement.currency and other.opening = statement.opening
    inner join raw.receipt as receipt on receipt.receipt_id = other.receipt_id
    where statement.receipt_id = the_receipt_id and other.receipt_id <> the_receipt_id
      and statement.opening <> statement.closing
      and coalesce(other.first_day, other.last_day) <= statement.last_day
      and coalesce(statement.first_day, statement.last_day) <= other.last_day
    group by all
  )
  select
    pair.account, pair.file_name, pair.known_account,
    case when not coalesce(pair.is_certain, false) then coalesce(common.line_count, 0) end as common_count,
    case
      when pair.is_certain then true
      when pair.account is null and pair.known_account is null
        then coalesce(
          2 * common.line_count >= shared.line_count
            and (common.has_open_line or common.has_equal_balance or balanced.file_name is not null),
          false
        )
      else coalesce(balanced.is_equal, false)
        or coalesce(
          common.has_equal_balance
            or (2 * common.line_count > shared.line_count and (common.line_count > 1 or (shared.own_count = 1 and file_size.row_count = 1))),
          false
        )
    end as is_same
  from pair
  left join shared
    on shared.account is not distinct from pair.account and shared.file_name = pair.file_name
    and shared.known_account is not distinct from pair.known_account
  left join common
    on common.account is not distinct from pair.account and common.file_name = pair.file_name
    and common.known_account is not distinct from pair.known_account
  left join balanced
    on balanced.account is not distinct from pair.account and balanced.file_name = pair.file_name
    and balanced.known_account is not distinct from pair.known_account
  left join file_size on file_size.file_name = pair.file_name
);

-- statement: bank_source_note
-- Adds to the notes of a bank file which files were read as the same account although a file does not name it, and which equal
-- lines were kept twice because the files were read as different accounts.
update raw.receipt
set notes = list_concat(coalesce(notes, []), (
  with
  note as (
    select
      file_name,
      case
        when account is null and known_account is null then format('Neither this file nor {} names its account.', file_name)
        when account is null
          then format('This file names no account, and {} names account {}.', file_name, staging.account_text(known_account))
        else format('This file names account {}, and {} names no account.', staging.account_text(account), file_name)
      end || case
        when not is_same and common_count = 1 then ' They were read as different accounts: the line that both have was kept twice.'
        when not is_same then format(' They were read as different accounts: the {} lines that both have were kept twice.', common_count)
        when common_count = 0 then ' They were read as the same account, because their balances are equal.'
        when common_count = 1 then ' They were read as the same account: the line that both have counts once.'
        else format(' They were read as the same account: the {} lines that both have count once.', common_count)
      end as sentence
    from staging.bank_source($receipt_id, 'incoming', null::date, null::date)
    where case when is_same then coalesce(account, known_account) is not null and common_count is not null else common_count > 0 end
    order by sentence
    limit 20
  )
  select coalesce(list(sentence order by sentence), []) from note
))
where receipt_id = $receipt_id;
