-- Counts the columns of a statement that have no meaning here, and the words for type and status that the specification does
-- not name; a line with such a word is rejected as well.
insert into raw.unexpected
with line as (
  select
    type, status, other_cells,
    lower(trim(type)) as type_word,
    lower(regexp_replace(trim(status), '[\s-]+', '_', 'g')) as status_word
  from raw.statement_line
  where file_id = $file_id
),
word as (
  select 'type' as field, left(type, 60) as value from line
  where type_word <> '' and type_word not in (select known.word from staging.statement_type as known)
  union all
  select 'status', left(status, 60) from line
  where status_word <> '' and status_word not in (select known.word from staging.statement_status as known)
  union all
  select left(unnest(json_keys(other_cells)), 60), null from line where other_cells is not null
)
select $file_id, 'statement line', field, value, count(*)
from word
group by field, value
