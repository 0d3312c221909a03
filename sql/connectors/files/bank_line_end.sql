-- Ends each bank line that this file no longer has, although it covers the day and the account of the line. Lines with the same
-- content are counted: of three that are alike, the last one ends where the file has two. A line without an account belongs to
-- the only account that the company has, or else to an account without a name. Of that there may be several: there a file ends
-- lines of files with its own name, and of those with which it has a line in common.
-- A statement that begins with the closing balance of another one goes on where that one ended: it does not end lines of that
-- day, unless they are of an earlier version of itself. A person may declare a file to be whole after it was loaded: then the
-- declaration ends them. Reads incoming, which has the lines of the file.
update core.bank_line
set known_to = receipt.received_at, ended_by = receipt.file_id
from raw.receipt as receipt
where receipt.file_id = $file_id
  and bank_line.company = receipt.company
  and bank_line.known_to is null
  and bank_line.bank_line_key in (
    with
    file as (
      select file_id, company from raw.receipt where file_id = core.replacing_file($file_id) and kind = 'bank_statement'
    ),
    accepted as (
      select entry, balance, account, entry_id, count(*) as line_count
      from staging.accepted_bank_line((select file_id from file), 'incoming')
      group by all
    ),
    only_account as (
      select known.currency, max(known.account) as account
      from core.bank_line as known
      where known.company = (select company from file) and known.account is not null
      group by known.currency
      having count(distinct known.account) = 1
    ),
    replaced as (
      select day.business_date, day.currency, coalesce(day.account, only_account.account, '') as account
      from core.replaced_day((select file_id from file)) as day
      left join only_account on only_account.currency = day.currency
    ),
    known as (
      select
        known.*,
        coalesce(known.account, only_account.account, '') as own_account,
        row_number() over (
          partition by known.entry, known.balance, known.account, known.entry_id order by known.file_id, known.line_no
        ) as occurrence
      from (select *, (booked_on, currency, amount, value_on, description, reference) as entry from core.bank_line) as known
      left join only_account on only_account.currency = known.currency
      where known.company = (select company from file) and known.known_to is null
        and known.booked_on between (select min(business_date) from replaced) and (select max(business_date) from replaced)
    ),
    same_source as (
      select receipt.file_name from raw.receipt as receipt where receipt.file_id = (select file_id from file)
      union
      select receipt.file_name
      from known
      inner join accepted on accepted.entry = known.entry
      inner join raw.receipt as receipt on receipt.file_id = known.file_id
      where known.file_id <> (select file_id from file)
    ),
    not_the_same as (
      select
        known.*,
        row_number() over (partition by known.entry, known.balance order by known.file_id, known.line_no) as rank
      from known
      inner join replaced
        on replaced.business_date = known.booked_on and replaced.account = known.own_account
        and coalesce(replaced.currency = known.currency, true)
      left join accepted
        on accepted.entry = known.entry
        and accepted.balance is not distinct from known.balance
        and accepted.account is not distinct from known.account
        and accepted.entry_id is not distinct from known.entry_id
      where known.occurrence > coalesce(accepted.line_count, 0)
    ),
    possibly_the_same as (
      select line.bank_line_key, sum(accepted.line_count) as line_count
      from not_the_same as line
      inner join accepted on accepted.entry = line.entry and accepted.balance is not distinct from line.balance
      where (accepted.account = line.account or accepted.account is null or line.account is null)
        and (accepted.entry_id = line.entry_id or accepted.entry_id is null or line.entry_id is null)
        and not (accepted.account is not distinct from line.account and accepted.entry_id is not distinct from line.entry_id)
        -- lines of the file that are known by all their content are no other line
        and not exists (
          select 1
          from known as whole
          where whole.entry = accepted.entry
            and whole.balance is not distinct from accepted.balance
            and whole.account is not distinct from accepted.account
            and whole.entry_id is not distinct from accepted.entry_id
            and whole.occurrence = accepted.line_count
        )
      group by line.bank_line_key
    )
    select line.bank_line_key
    from not_the_same as line
    left join possibly_the_same on possibly_the_same.bank_line_key = line.bank_line_key
    where line.rank > coalesce(possibly_the_same.line_count, 0)
      and (
        line.own_account <> ''
        or line.file_id in (
          select receipt.file_id from raw.receipt as receipt where receipt.file_name in (select file_name from same_source)
        )
      )
      and not exists (
        select 1
        from core.bank_statement as own
        inner join core.bank_statement as before
          on before.company = own.company and before.currency = own.currency and before.account is not distinct from own.account
          and before.closing = own.opening and before.opening is distinct from before.closing
        where own.file_id = (select file_id from file) and before.file_id <> own.file_id
          and own.currency = line.currency and own.account is not distinct from line.account
          and before.last_day = line.booked_on
          and not exists (
            select 1
            from core.bank_statement as version
            where version.file_id = line.file_id and version.account is not distinct from own.account
              and version.first_day = own.first_day and version.opening = own.opening
          )
      )
  )
