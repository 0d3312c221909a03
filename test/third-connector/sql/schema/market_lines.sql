-- grain: one line of a market statement, every cell the text of the file
-- key: receipt_id, line_no
create table raw.market_line (
  receipt_id integer not null,
  line_no bigint not null,
  sale text,
  kind text,
  sold_at text,
  paid_out_at text,
  currency text,
  gross text,
  commission text,
  "order" text,
  other_cells text
);
