-- statement: unread_cell
-- The cells of a file under headers that are not read, as far as they may be words such as currencies or sides: in the first
-- thousand lines the column has at most 40 texts of at most 24 letters. `headers` is a JSON list.
-- grain: one cell of an unread column
-- key: header, line_no
-- cell: null where it is blank
-- To take out the cells of many columns one by one would read each row once for each of them: such rows are taken apart once.
-- reads: the table the_lines, which has the lines of the file that is loaded
create or replace macro staging.unread_cell(the_lines, headers) as table (
  with
  header as (
    select distinct unnest(from_json(headers, '["VARCHAR"]')) as name
  ),
  head as (
    select line_no, other_cells
    from query_table(the_lines)
    where other_cells is not null
    order by line_no
    limit 1000
  ),
  head_cell as (
    select unnest(map_entries(other_cells::json::map(text, text))) as entry
    from head
  ),
  candidate as materialized (
    select header.name, '/' || replace(replace(header.name, '~', '~0'), '/', '~1') as pointer
    from header
    left join head_cell on head_cell.entry.key = header.name
    group by header.name
    having count(distinct head_cell.entry.value) <= 40 and coalesce(max(len(head_cell.entry.value)), 0) <= 24
  ),
  few as materialized (from candidate where (select count(*) from candidate) <= 20),
  many as materialized (from candidate where (select count(*) from candidate) > 20),
  apart as (
    select line_no, unnest(map_entries(other_cells::json::map(text, text))) as entry
    from query_table(the_lines)
    where other_cells is not null and (select count(*) from many) > 0
  ),
  written as (
    select apart.line_no, many.name, apart.entry.value as cell
    from apart
    inner join many on many.name = apart.entry.key
  )
  select few.name as header, line.line_no, staging.tidy_text(json_extract_string(line.other_cells, few.pointer)) as cell
  from query_table(the_lines) as line
  cross join few
  where line.other_cells is not null
  union all
  select many.name, line.line_no, staging.tidy_text(written.cell)
  from query_table(the_lines) as line
  cross join many
  left join written on written.line_no = line.line_no and written.name = many.name
  where line.other_cells is not null
);
