-- Ends each bank line that this file no longer has, although it covers the day and the account of the line. Lines with the same
-- content are counted: of three that are alike, the last one ends where the file has two. A line without an account belongs to
-- the only account that the company has, or else to an account without a name.
-- The span of a statement may begin with the date of its opening balance, which is often the day before its first line. Where
-- it has no line of that day, it ends only lines of statements that begin on that day too.
update core.bank_line
set known_to = receipt.received_at, ended_by = receipt.file_id
from raw.receipt as receipt
where receipt.file_id = $file_id
  and bank_line.company = receipt.company
  and bank_line.known_to is null
  and bank_line.bank_line_key in (
    with
    accepted as (
      select booked_on, currency, amount, value_on, description, reference, balance, account, entry_id, count(*) as line_count
      from staging.accepted_bank_line($file_id, 'incoming')
      group by all
    ),
    only_account as (
      select known.currency, max(known.account) as account
      from core.bank_line as known
      where known.company = (select company from raw.receipt where file_id = $file_id) and known.account is not null
      group by known.currency
      having count(distinct known.account) = 1
    ),
    replaced as (
      select day.business_date, day.currency, coalesce(day.account, only_account.account, '') as account
      from core.replaced_day($file_id) as day
      left join only_account on only_account.currency = day.currency
    ),
    opening_day as (
      select distinct
        claim.currency, coalesce(claim.account, only_account.account, '') as account, try_cast(claim.first_day as date) as opening_on
      from raw.file_claim as claim
      left join only_account on only_account.currency = claim.currency
      where claim.file_id = $file_id and claim.first_day = claim.opening_on and claim.first_day < claim.last_day
        and not exists (
          select 1
          from accepted
          where accepted.booked_on = try_cast(claim.first_day as date) and accepted.account is not distinct from claim.account
        )
    ),
    known as (
      select
        known.*,
        coalesce(known.account, only_account.account, '') as own_account,
        row_number() over (
          partition by known.booked_on, known.currency, known.amount, known.value_on, known.description, known.reference,
            known.balance, known.account, known.entry_id
          order by known.file_id, known.line_no
        ) as occurrence
      from core.bank_line as known
      left join only_account on only_account.currency = known.currency
      where known.company = (select company from raw.receipt where file_id = $file_id) and known.known_to is null
        and known.booked_on between (select min(business_date) from replaced) and (select max(business_date) from replaced)
    ),
    not_the_same as (
      select
        known.*,
        row_number() over (
          partition by known.booked_on, known.currency, known.amount, known.value_on, known.description, known.reference,
            known.balance
          order by known.file_id, known.line_no
        ) as rank
      from known
      inner join replaced
        on replaced.business_date = known.booked_on and replaced.account = known.own_account
        and coalesce(replaced.currency = known.currency, true)
      left join accepted
        on accepted.booked_on = known.booked_on and accepted.currency = known.currency and accepted.amount = known.amount
        and accepted.value_on is not distinct from known.value_on
        and accepted.description is not distinct from known.description
        and accepted.reference is not distinct from known.reference
        and accepted.balance is not distinct from known.balance
        and accepted.account is not distinct from known.account
        and accepted.entry_id is not distinct from known.entry_id
      where known.occurrence > coalesce(accepted.line_count, 0)
    ),
    possibly_the_same as (
      select line.bank_line_key, sum(accepted.line_count) as line_count
      from not_the_same as line
      inner join accepted
        on accepted.booked_on = line.booked_on and accepted.currency = line.currency and accepted.amount = line.amount
        and accepted.value_on is not distinct from line.value_on
        and accepted.description is not distinct from line.description
        and accepted.reference is not distinct from line.reference
        and accepted.balance is not distinct from line.balance
      where (accepted.account = line.account or accepted.account is null or line.account is null)
        and (accepted.entry_id = line.entry_id or accepted.entry_id is null or line.entry_id is null)
        and not (accepted.account is not distinct from line.account and accepted.entry_id is not distinct from line.entry_id)
        -- lines of the file that are known by all their content are no other line
        and not exists (
          select 1
          from known as whole
          where whole.booked_on = accepted.booked_on and whole.currency = accepted.currency and whole.amount = accepted.amount
            and whole.value_on is not distinct from accepted.value_on
            and whole.description is not distinct from accepted.description
            and whole.reference is not distinct from accepted.reference
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
      and not exists (
        select 1
        from opening_day
        where opening_day.opening_on = line.booked_on and opening_day.account = line.own_account
          and opening_day.currency = line.currency
          and not exists (
            select 1
            from core.bank_statement as earlier
            where earlier.file_id = line.file_id and earlier.first_day = line.booked_on
              and earlier.account is not distinct from line.account
          )
      )
  )
