-- grain: one row of a file that states a total of its lines, whose figures are theirs: neither a fact nor a rejected row
-- key: file_id, line_no
-- label: what the row is called; scope: the lines that it sums
create table raw.summary_row (
  file_id integer not null,
  line_no bigint not null,
  label text not null,
  scope text not null
);
