-- grain: one line of a bank statement, every cell the text of the file
-- key: file_id, line_no
-- credit, debit: amounts in columns of their own; direction: the word that says which of the two an amount is
-- reversal: whether the entry takes an earlier one back; statement_no: the statement in raw.file_claim, null in a table
alter table raw.bank_statement_line rename to bank_statement_line_0001;
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
  account text,
  entry_id text,
  credit text,
  debit text,
  direction text,
  reversal text,
  statement_no text,
  other_cells text
);
insert into raw.bank_statement_line by name select * from raw.bank_statement_line_0001;
drop table raw.bank_statement_line_0001;

-- account: the bank account, as its file names it; entry_id: the bank's own reference of the entry
alter table core.bank_line add column account text;
alter table core.bank_line add column entry_id text;

-- The balances that files state, each proven by the entries between them, or by the next statement where only one is stated.
-- grain: one statement of one bank account
-- key: file_id, statement_no
-- account: null where the file does not name it; first_day, last_day: the days that the statement covers
-- opening: null where the format has none
create table core.bank_statement (
  company text not null,
  file_id integer not null,
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
