-- grain: one line of a take-on file, every cell the text of the file
-- key: file_id, line_no
create table raw.opening_line (
  file_id integer not null,
  line_no bigint not null,
  item text,
  id text,
  reference text,
  occurred_on text,
  currency text,
  amount text,
  fee text,
  other_cells text
);

-- What a company brings forward to its first business day. A later file replaces the one before it.
-- grain: one opening balance or open item of one take-on file
-- key: file_id, line_no
-- item: balance, order, payment or deposit; item_id: of a balance the account, gateway or the id of a payout account
create table core.opening_item (
  company text not null,
  item text not null,
  item_id text not null,
  reference text,
  occurred_on date not null,
  currency text not null,
  amount decimal(18, 4) not null,
  fee decimal(18, 4) not null,
  file_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null,
  known_to timestamptz
);
