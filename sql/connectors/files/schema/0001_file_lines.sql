-- grain: one line of an order file, every cell the text of the file
-- key: file_id, line_no
create table raw.order_line (
  file_id integer not null,
  line_no bigint not null,
  "order" text,
  reference text,
  placed_on text,
  currency text,
  amount text,
  status text,
  refunded text,
  customer text,
  customer_email text,
  purchase_id text,
  other_cells text
);

-- grain: one line of a bank statement, every cell the text of the file
-- key: file_id, line_no
create table raw.bank_statement_line (
  file_id integer not null,
  line_no bigint not null,
  booked_on text,
  value_date text,
  currency text,
  amount text,
  description text,
  reference text,
  balance text,
  other_cells text
);
