-- statement: first_cell
-- The first cell of a line in one of several columns that are not read.
create or replace macro core.first_cell(cells, headers) as (
  list_filter(list_transform(headers, lambda header: cells[header]), lambda cell: cell is not null)[1]
);

-- statement: cell_names
-- The cells of a line in several columns, in their order; null where all are empty.
create or replace macro core.cell_names(cells, headers) as (
  nullif(array_to_string(list_filter(list_transform(headers, lambda header: cells[header]), lambda cell: cell is not null), ' '), '')
);

-- statement: cell_words
-- The texts of a line in the columns that are not read, without columns of another meaning. Days and figures prove nothing as words.
create or replace macro core.cell_words(cells, other_headers) as (
  nullif(array_to_string(list_distinct(list_transform(
    list_filter(
      map_entries(cells),
      lambda cell: not list_contains(other_headers, cell.key)
        and regexp_matches(cell.value, '\p{L}') and staging.day_from_text(cell.value, null) is null
    ),
    lambda cell: trim(cell.value)
  )), ' '), '')
);
