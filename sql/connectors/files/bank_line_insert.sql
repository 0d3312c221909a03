-- Adds each bank line that no earlier file contained: bank statements may overlap. Lines with the same content are counted,
-- not dropped: of three that are alike, one is new where two are known. A known line without an account or an entry number,
-- from a file that did not name them, may be any line of the same content. A statement that its file repeats is added once.
insert into core.bank_line by name
with
repeated_statement as (
  select again.statement_no
  from raw.file_claim as again
  where again.file_id = $file_id and exists (
    select 1
    from raw.file_claim as first
    where first.file_id = again.file_id and first.statement_no < again.statement_no
      and (first.account, first.currency, first.identifier, first.first_day, first.last_day, first.opening, first.closing)
        is not distinct from
        (again.account, again.currency, again.identifier, again.first_day, again.last_day, again.opening, again.closing)
      and first.opening is distinct from first.closing
  )
),
accepted as (
  select
    incoming.*,
    row_number() over (
      partition by booked_on, currency, amount, value_on, description, reference, balance, account, entry_id order by line_no
    ) as occurrence
  from incoming
  where reject_code is null and coalesce(statement_no, 0) not in (select statement_no from repeated_statement)
),
known as (
  select booked_on, currency, amount, value_on, description, reference, balance, account, entry_id, count(*) as line_count
  from core.bank_line
  where company = (select max(company) from incoming) and booked_on >= (select min(booked_on) from accepted)
    and booked_on <= (select max(booked_on) from accepted)
  group by all
),
not_the_same as (
  select
    accepted.*,
    row_number() over (
      partition by accepted.booked_on, accepted.currency, accepted.amount, accepted.value_on, accepted.description,
        accepted.reference, accepted.balance
      order by accepted.line_no
    ) as rank
  from accepted
  left join known
    on known.booked_on = accepted.booked_on and known.currency = accepted.currency and known.amount = accepted.amount
    and known.value_on is not distinct from accepted.value_on
    and known.description is not distinct from accepted.description
    and known.reference is not distinct from accepted.reference
    and known.balance is not distinct from accepted.balance
    and known.account is not distinct from accepted.account
    and known.entry_id is not distinct from accepted.entry_id
  where accepted.occurrence > coalesce(known.line_count, 0)
),
possibly_the_same as (
  select line.line_no, sum(known.line_count) as line_count
  from not_the_same as line
  inner join known
    on known.booked_on = line.booked_on and known.currency = line.currency and known.amount = line.amount
    and known.value_on is not distinct from line.value_on
    and known.description is not distinct from line.description
    and known.reference is not distinct from line.reference
    and known.balance is not distinct from line.balance
  where (known.account = line.account or known.account is null or line.account is null)
    and (known.entry_id = line.entry_id or known.entry_id is null or line.entry_id is null)
    and not (known.account is not distinct from line.account and known.entry_id is not distinct from line.entry_id)
  group by line.line_no
)
select
  line.company,
  case
    when exists (
      select 1 from core.bank_line as taken where taken.company = line.company and taken.bank_line_key = line.bank_line_key
    ) then line.full_key
    else line.bank_line_key
  end as bank_line_key,
  line.booked_on, line.value_on, line.currency, line.amount, line.description, line.reference, line.balance, line.account,
  line.entry_id, line.file_id, line.line_no, line.known_from
from not_the_same as line
left join possibly_the_same on possibly_the_same.line_no = line.line_no
where line.rank > coalesce(possibly_the_same.line_count, 0)
