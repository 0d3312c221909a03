-- statement: unread_cell
-- The cells of a file under headers that are not read, as far as they may be words such as currencies or sides: in the first
-- thousand lines the column has at most 40 texts of at most 24 letters. `headers` is a JSON list.
-- grain: one cell of an unread column
-- key: header, line_no
-- cell: null where it is blank
-- reads: the table the_table, a raw table with other_cells
create or replace macro staging.unread_cell(the_table, the_receipt_id, headers) as table (
  with
  header as (
    select name, '/' || replace(replace(name, '~', '~0'), '/', '~1') as pointer
    from (select unnest(from_json(headers, '["VARCHAR"]')) as name) as listed
  ),
  head as materialized (
    select line_no, other_cells
    from query_table(the_table)
    where receipt_id = the_receipt_id and other_cells is not null
    order by line_no
    limit 1000
  ),
  candidate as (
    select header.name, header.pointer
    from header
    cross join head
    group by header.name, header.pointer
    having count(distinct json_extract_string(head.other_cells, header.pointer)) <= 40
      and coalesce(max(len(json_extract_string(head.other_cells, header.pointer))), 0) <= 24
  )
  select candidate.name as header, line.line_no, staging.tidy_text(json_extract_string(line.other_cells, candidate.pointer)) as cell
  from query_table(the_table) as line
  cross join candidate
  where line.receipt_id = the_receipt_id and line.other_cells is not null
);
