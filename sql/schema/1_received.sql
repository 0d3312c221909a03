-- Receipts, and the text of their records as it was received; rows that were rejected.
create schema if not exists raw;
create schema if not exists staging;

-- grain: one receipt: one file or page as it was received
-- key: receipt_id
-- receipt_id: the receipt's number in the landing index; load_status: loaded, repeated, refused, noted, or
-- withdrawn by a person
-- format, encoding, sheets: as the reader found them; date_order: the order of day and month in the whole file (day_first,
-- month_first), null where no date depends on it; notes: sentences for people; read_with: a hash of the terms of reading
-- decimal_mark: the configured mark before the decimals of the amounts in the file; null where no mark is configured: a point
-- account: the configured account of a bank file, for its lines that name no account
-- currency: that of lines which name none: declared for files of its kind, otherwise given when it was received (received_currency),
-- otherwise stated by the file
-- earliest_day, latest_day: the days that a date in the file may have, by the company's terms when it was received
-- load_remedy, load_line: how to correct a refused file, and the line concerned
-- is_failed: the receipt records a failed answer, not a file
-- is_removed: the content of a refused file is no longer kept in landing; only the reason is
create table raw.receipt (
  receipt_id integer not null,
  source text not null,
  kind text not null,
  batch_id text,
  page integer,
  is_last_page boolean,
  request_path text,
  request_query text,
  currency text,
  zone text not null,
  window_from timestamptz,
  window_to timestamptz,
  received_at timestamptz not null,
  bytes bigint not null,
  sha256 text not null,
  ext text not null,
  file_name text not null,
  load_status text not null,
  load_code text,
  load_message text,
  header_line integer,
  row_count bigint not null default 0,
  rejected_count bigint not null default 0,
  format text,
  encoding text,
  sheets text[],
  date_order text,
  notes text[],
  read_with text,
  decimal_mark text,
  account text,
  earliest_day date,
  latest_day date,
  load_remedy text,
  load_line bigint,
  is_failed boolean,
  is_removed boolean default false,
  received_currency text
);

-- grain: one record of a JSON answer, as it was received
-- key: receipt_id, record_no
create table raw.json_record (
  receipt_id integer not null,
  record_no integer not null,
  body json not null
);

-- grain: one record of a file that its connector reads itself, its cells by name, as text
-- key: receipt_id, line_no
create table raw.file_record (
  receipt_id integer not null,
  line_no bigint not null,
  cells json not null
);

-- grain: one statement in a file, as the file describes it
-- key: receipt_id, statement_no
-- Amounts and days are text, a day as YYYY-MM-DD; entry_count and the sums are what the file states, not what was counted.
create table raw.file_claim (
  receipt_id integer not null,
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

-- grain: one file that was loaded, with the first and the last business day of its accepted lines
-- key: receipt_id
create table raw.file_span (
  receipt_id integer not null,
  first_day date not null,
  last_day date not null
);

-- grain: one row of a file that states a total of its lines, whose figures are theirs: neither a fact nor a rejected row
-- key: receipt_id, line_no
-- label: what the row is called; scope: the lines that it sums
create table raw.summary_row (
  receipt_id integer not null,
  line_no bigint not null,
  label text not null,
  scope text not null
);

-- grain: one row of a file above its lines, or a first JSON line that is no record
-- key: receipt_id, line_no
create table raw.preamble (
  receipt_id integer not null,
  line_no bigint not null,
  written text not null
);

-- grain: one file that states its period above its lines
-- key: receipt_id
-- first_day, last_day: null where the file states only the other one
create table raw.stated_span (
  receipt_id integer not null,
  line_no bigint not null,
  first_day date,
  last_day date
);

-- grain: one field or value of one receipt that the specification of its service does not name
-- key: receipt_id, record, field, value
-- value: null where the field itself is not named; seen_count: how often it is in the receipt
create table raw.unexpected (
  receipt_id integer not null,
  record text not null,
  field text not null,
  value text,
  seen_count bigint not null
);

-- The sums of the accepted lines of a file: computed once, while its rows are typed, and read by the reports on an import.
-- grain: one file, business day, currency and kind of line
-- key: receipt_id, business_date, currency, kind
-- business_date, currency: null for lines without a day or currency; amount, fee: null for kinds of file without them
create table raw.file_figure (
  receipt_id integer not null,
  business_date date,
  currency text,
  kind text not null,
  line_count bigint not null,
  amount decimal(38, 4),
  fee decimal(38, 4)
);

-- grain: one rejected row, kept with the reason
-- key: receipt_id, line_no, reason_code
create table staging.rejected_row (
  receipt_id integer not null,
  line_no bigint not null,
  reason_code text not null,
  reason text not null,
  raw_text text,
  business_date date
);

-- Filled from src/domain/currencies.ts whenever a warehouse is opened by a version with another list.
-- grain: one currency
-- key: currency
-- exponent: of ISO 4217; symbols: as files write them before or after amounts, the code among them
create table staging.currency (
  currency text not null,
  exponent integer not null,
  symbols text[] not null
);
