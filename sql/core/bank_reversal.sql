-- The bank lines that take another line of the account back, or seem to: those that the bank marks as a reversal, those with the
-- opposite amount of an earlier line and a description that says so, and money out with the amount and the entry number or the
-- reference of earlier money in. (Money in with the reference of earlier money out may be a deposit that was made again.)
-- The line taken back is sure where one line fits best and no other reversal fits it as well; a description alone is never sure.
-- reversed_key: the line taken back; null where none fits or several do; candidate_keys: the lines that fit best
-- is_marked: the bank marks the line as a reversal
-- grain: one line that takes another one back, or seems to
-- key: company, bank_line_key
-- reads: core.bank_line_now
create or replace view derive.bank_reversal as
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
    taking.company,
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
    on first.company = taking.company and first.currency = taking.currency and first.own_account = taking.own_account
    and first.amount = -taking.amount and first.booked_on between taking.booked_on - 31 and taking.booked_on
    and not first.is_marked
    -- of two lines of one day the earlier one is taken back
    and (first.booked_on < taking.booked_on or taking.is_marked or (first.file_id, first.line_no) < (taking.file_id, taking.line_no))
  where taking.is_marked or taking.is_described
    or (taking.amount < 0 and (first.entry_id = taking.entry_id or first.number = taking.number))
),
best as (
  select *
  from candidate
  qualify rank = min(rank) over (partition by company, bank_line_key)
),
counted as (
  select
    *,
    count(*) over (partition by company, bank_line_key) as first_count,
    count(*) over (partition by company, first_key) as taking_count
  from best
),
pair as (
  select
    company,
    bank_line_key,
    list(first_key order by first_key) as candidate_keys,
    max(first_key) filter (may_be_sure and first_count = 1 and taking_count = 1) as reversed_key
  from counted
  group by company, bank_line_key
)
select
  line.company, line.bank_line_key, line.currency, line.amount, line.reference, line.description, line.booked_on, line.file_id,
  line.line_no, line.is_marked, pair.reversed_key, coalesce(pair.candidate_keys, []) as candidate_keys
from line
left join pair on pair.company = line.company and pair.bank_line_key = line.bank_line_key
where line.is_marked or pair.bank_line_key is not null;

create table if not exists core.bank_reversal as from derive.bank_reversal limit 0;
