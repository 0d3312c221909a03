-- The values that a request gave for one filter, in their order; null where it gave none. They consist of lower-case letters,
-- digits and _, so nothing in them is escaped.
create or replace macro staging.filter_values(the_query, filter_name) as (
  nullif(
    list_sort(list_transform(
      list_filter(string_split(the_query, '&'), lambda part: starts_with(part, filter_name || '=')),
      lambda part: substr(part, len(filter_name) + 2)
    )),
    []
  )
);
