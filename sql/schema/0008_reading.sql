-- How a file was read, and what it says of itself.
-- format, encoding, sheets: as the reader found them; date_order: the order of day and month in the whole file (day_first,
-- month_first), null where no date depends on it; notes: sentences for people; read_with: a hash of the terms of reading
alter table raw.receipt add column format text;
alter table raw.receipt add column encoding text;
alter table raw.receipt add column sheets text[];
alter table raw.receipt add column date_order text;
alter table raw.receipt add column notes text[];
alter table raw.receipt add column read_with text;

-- grain: one statement in a file, as the file describes it
-- key: file_id, statement_no
-- Amounts and days are the text of the file; entry_count and the sums are what the file states, not what was counted.
create table raw.file_claim (
  file_id integer not null,
  statement_no integer not null,
  line_no bigint not null,
  account text,
  currency text,
  identifier text,
  first_day text,
  last_day text,
  opening text,
  opening_on text,
  opening_line bigint,
  closing text,
  closing_on text,
  closing_line bigint,
  entry_count bigint,
  credit_sum text,
  debit_sum text
);
