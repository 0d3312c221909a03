-- statement: sql_dependency
-- Names in a select statement whose result may differ at another time, or on another machine with the same landing zone: functions of the
-- clock, of chance and of settings, files, and SQL that is made from text. The functions are those of DuckDB's catalog.
-- grain: one use of a name, with its place in the statement in bytes
-- key: place
-- reads: duckdb_functions()
create or replace macro core.sql_dependency(statement) as table (
  with
  parsed as (
    select json_serialize_sql(statement::varchar)::json as tree
  ),
  term as (
    select
      node.key,
      coalesce(node.value ->> '$[0]', node.value ->> '$') as name,
      parsed.tree -> node.path as facts
    from parsed
    cross join json_tree(parsed.tree) as node
    where node.key in ('function_name', 'table_name') or (node.key = 'column_names' and json_array_length(node.value) = 1)
  ),
  function_kind as (
    select
      function_name,
      -- DuckDB reads the value of a variable or a setting as a constant
      bool_or(stability <> 'CONSISTENT') or function_name in ('getvariable', 'current_setting', 'current_localtimestamp', 'query')
        as is_of_now,
      bool_and(function_type = 'table' and internal) and function_name not in ('json_each', 'json_tree', 'query_table', 'unnest')
        as is_of_files
    from duckdb_functions()
    where function_name <> 'error'
    group by function_name
  )
  select term.name, (term.facts ->> 'query_location')::bigint as place
  from term
  left join function_kind on term.key = 'function_name' and function_kind.function_name = term.name
  where case term.key
    when 'table_name' then (term.facts ->> 'schema_name') = '' and regexp_matches(term.name, '[./\\]')
    when 'column_names' then lower(term.name) in ('current_date', 'current_time', 'current_timestamp', 'localtime', 'localtimestamp')
    when 'function_name' then
      function_kind.is_of_now or function_kind.is_of_files
      -- a table by its name in a text may be a file
      or (term.name = 'query_table' and (term.facts ->> '$.children[0].class') <> 'COLUMN_REF')
  end
  order by place
);
