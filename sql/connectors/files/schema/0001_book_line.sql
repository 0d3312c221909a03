-- grain: one line of one of the merchant's own files (orders, bank statement), its cells by column name, as text
-- key: file_id, line_no
create table raw.book_line (
  file_id integer not null,
  line_no bigint not null,
  cells json not null
);
