-- Counts what the specification does not name in the lines of a statement: columns that have no meaning here, and words for
-- type, status, payment method, product and flow. A line with another type or status is rejected as well.
insert into raw.unexpected
with line as (
  select type, status, payment_method, product, flow, other_cells
  from raw.statement_line
  where file_id = $file_id
),
named as (
  select 'type' as field, type as value from line
  union all
  select 'status', status from line
  union all
  -- the methods that are named are those by which customers pay
  select 'payment_method', payment_method
  from line
  where lower(trim(type)) not in (select word from staging.statement_type where kind in ('disbursement', 'payout'))
  union all
  select 'product', product from line
  union all
  select 'flow', flow from line
),
known as (
  select 'type' as field, word from staging.statement_type
  union all
  select 'status', word from staging.statement_status
  union all
  select field, word from staging.statement_word
),
-- many lines have few words
counted as (
  select
    field,
    left(value, 60) as value,
    case
      when field = 'type' then lower(trim(value))
      else lower(regexp_replace(trim(value), '[\s-]+', '_', 'g'))
    end as word,
    seen_count
  from (
    select field, value, count(*) as seen_count
    from named
    where trim(value) <> ''
    group by field, value
  ) as each
),
unexpected as (
  select counted.field, counted.value, counted.seen_count
  from counted
  anti join known on known.field = counted.field and known.word = counted.word
  union all
  select column_name, null, count(*)
  from (select left(unnest(json_keys(other_cells)), 60) as column_name from line where other_cells is not null) as each
  group by column_name
)
select $file_id, 'statement line', field, value, sum(seen_count)
from unexpected
group by field, value
