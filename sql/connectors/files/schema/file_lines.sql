-- The lines of order files are kept, because a person may declare a file to be whole after it was loaded.
-- grain: one line of an order file, every cell the text of the file
-- key: receipt_id, line_no
create table raw.order_line (
  receipt_id integer not null,
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

-- The lines of bank statements and lists are kept for the same reason, and for the accounts that a file names.
-- grain: one line of a bank statement, every cell the text of the file
-- key: receipt_id, line_no
-- credit, debit: amounts in separate columns; direction: the word that says whether an amount is a credit or a debit
-- status: the word that says whether a line is booked; reversal: whether the entry reverses an earlier one; statement_no: the statement in raw.file_claim, null in a table
-- place: the position of the entry in the file, for people, where it shares a line with another one
create table raw.bank_statement_line (
  receipt_id integer not null,
  line_no bigint not null,
  booked_on text,
  value_date text,
  currency text,
  amount text,
  description text,
  reference text,
  balance text,
  account text,
  entry_id text,
  credit text,
  debit text,
  direction text,
  reversal text,
  status text,
  statement_no text,
  place text,
  other_cells text
);

-- The balances that files state, each proven by the entries between them, or by the next statement where only one is stated.
-- grain: one statement of one bank account
-- key: receipt_id, statement_no
-- account: null where the file does not name it; first_day, last_day: the days that the statement covers
-- opening: null for a format without opening balances
create table core.bank_statement (
  receipt_id integer not null,
  statement_no integer not null,
  account text,
  currency text not null,
  identifier text,
  first_day date,
  last_day date not null,
  opening decimal(38, 4),
  closing decimal(38, 4) not null,
  known_from timestamptz not null
);

-- What a company brings forward to its first business day. A later file replaces the one before it.
-- grain: one opening balance or open item of one take-on file
-- key: receipt_id, line_no
-- item: balance, order, payment or deposit; item_id: of a balance the account, gateway or the id of a payout account
create table core.opening_item (
  item text not null,
  item_id text not null,
  reference text,
  occurred_on date not null,
  currency text not null,
  amount decimal(18, 4) not null,
  fee decimal(18, 4) not null,
  receipt_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null,
  known_to timestamptz
);

-- The balances of the general ledger at the end of a day, of every account of the files. A later file replaces the balance of the same
-- account, currency and day.
-- grain: one version of the balance of one account and currency at the end of one day
-- key: account, currency, balance_on, receipt_id
-- balance: a debit is positive
create table core.ledger_balance (
  account text not null,
  currency text not null,
  balance_on date not null,
  balance decimal(38, 4) not null,
  receipt_id integer not null,
  line_no bigint not null,
  known_from timestamptz not null,
  known_to timestamptz
);

-- grain: one version of one line of a list of the merchant
-- key: list, list_line_key, known_from
-- list: its name in the configuration (books.lists)
-- words: the texts of the columns that are not read
-- known_to: null in the current version; ended_by: the receipt_id of the file that changed or ended it
create table core.list_line (
  list text not null,
  list_line_key text not null,
  booked_on date not null,
  currency text not null,
  amount decimal(18, 4) not null,
  fee decimal(18, 4),
  identifier text,
  reference text,
  counterparty text,
  description text,
  words text,
  receipt_id integer not null,
  line_no bigint not null,
  content_hash text not null,
  known_from timestamptz not null,
  known_to timestamptz,
  ended_by integer
);
