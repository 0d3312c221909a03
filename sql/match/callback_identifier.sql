-- Whether the callbacks of a kind have the ids of a statement's lines, as far as the records show: the line with the id of a callback
-- has it; one that is found only by its reference has not. The other lines of the same statement decide, and where it has no others,
-- those of the statement before: a gateway may put another id in the column from one statement to the next.
-- grain: one statement file and kind of callback
-- key: company, kind, file_id
-- is_of_line: a callback with another id than its line contradicts the others
-- reads: core.callback_now, core.payment_now
create or replace view recon.callback_identifier as
with
line as (
  select company, kind, payment_key, currency, reference, file_id from core.payment_now where occurrence = 1
),
found as (
  select line.company, line.kind, line.file_id, reported.object_key, true as has_identifier
  from line
  inner join core.callback_now as reported
    on reported.company = line.company and reported.kind = line.kind and reported.object_key = line.payment_key
  union all
  select line.company, line.kind, line.file_id, reported.object_key, false
  from line
  inner join core.callback_now as reported
    on reported.company = line.company and reported.kind = line.kind and reported.currency = line.currency
    and reported.reference = line.reference
  anti join core.callback_now as named
    on named.company = line.company and named.kind = line.kind and named.object_key = line.payment_key
  anti join line as other
    on other.company = line.company and other.kind = line.kind and other.payment_key = reported.object_key
),
counted as (
  select
    company,
    kind,
    file_id,
    count(distinct object_key) filter (has_identifier) as own_count,
    count(distinct object_key) filter (not has_identifier) as other_count
  from found
  group by company, kind, file_id
)
select
  company,
  kind,
  file_id,
  case
    -- the callback in question is one of the others
    when own_count + other_count > 1 then own_count > other_count - 1
    else coalesce(lag(own_count > other_count) over (partition by company, kind order by file_id), false)
  end as is_of_line
from counted;
