-- grain: one line of a company statement, every cell the text that stood in the file
-- key: file_id, line_no
create table raw.statement_line (
  file_id integer not null,
  line_no bigint not null,
  id text,
  type text,
  reference text,
  description text,
  currency text,
  amount text,
  fee text,
  net_amount text,
  payment_method text,
  status text,
  created_on text,
  paid_on text,
  settled_on text,
  client text,
  client_email text,
  related_to text,
  product text,
  flow text,
  country text,
  other_cells text
);
