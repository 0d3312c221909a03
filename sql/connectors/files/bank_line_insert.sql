-- Adds each bank line that is not known: bank statements may overlap. Lines with the same content are counted, not dropped: of
-- three that are alike, one is new where two are known. A known line without an account or an entry number, from a file that
-- did not name them, may be any line of the same content.
insert into core.bank_line by name
with
accepted as (
  from staging.accepted_bank_line($file_id, 'incoming')
),
known as (
  select (booked_on, currency, amount, value_on, description, reference) as entry, balance, account, entry_id, count(*) as line_count
  from core.bank_line
  where known_to is null and company = (select max(company) from incoming) and booked_on >= (select min(booked_on) from accepted)
    and booked_on <= (select max(booked_on) from accepted)
  group by all
),
not_the_same as (
  select
    accepted.*,
    row_number() over (partition by accepted.entry, accepted.balance order by accepted.line_no) as rank
  from accepted
  left join known
    on known.entry = accepted.entry and known.balance is not distinct from accepted.balance
    and known.account is not distinct from accepted.account
    and known.entry_id is not distinct from accepted.entry_id
  where accepted.occurrence > coalesce(known.line_count, 0)
),
possibly_the_same as (
  select line.line_no, sum(known.line_count) as line_count
  from not_the_same as line
  inner join known on known.entry = line.entry and known.balance is not distinct from line.balance
  where (known.account = line.account or known.account is null or line.account is null)
    and (known.entry_id = line.entry_id or known.entry_id is null or line.entry_id is null)
    and not (known.account is not distinct from line.account and known.entry_id is not distinct from line.entry_id)
  group by line.line_no
)
select
  line.company,
  -- the key of another line is not used again, except that an ended line that is back has its own
  case
    when not exists (
      select 1
      from core.bank_line as taken
      where taken.company = line.company and taken.bank_line_key = line.bank_line_key
        and (taken.known_to is null or (taken.account, taken.entry_id) is distinct from (line.account, line.entry_id))
    ) then line.bank_line_key
    when not exists (
      select 1
      from core.bank_line as taken
      where taken.company = line.company and taken.bank_line_key = line.full_key
        and (taken.known_to is null or (taken.account, taken.entry_id) is distinct from (line.account, line.entry_id))
    ) then line.full_key
    else 'bank-' || substr(md5(concat_ws('|', line.full_key, line.file_id, line.line_no)), 1, 20)
  end as bank_line_key,
  line.booked_on, line.value_on, line.currency, line.amount, line.description, line.reference, line.balance, line.account,
  line.entry_id, line.is_reversal, line.file_id, line.line_no, line.known_from
from not_the_same as line
left join possibly_the_same on possibly_the_same.line_no = line.line_no
where line.rank > coalesce(possibly_the_same.line_count, 0)
