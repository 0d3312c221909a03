-- What views of core had when the last run of the company began. A dozen statements of a run read them: computing each view
-- once and scanning a table takes a fraction of the time of planning it in every statement. A table has the rows and columns of
-- the view of the same name without `run_`.

-- grain: one row of core.coverage: one span of days that one receipt covers, for one reason
-- key: file_id, currency, account, basis, first_day
create table core.run_coverage (
  company text not null,
  kind text not null,
  input text not null,
  currency text,
  account text,
  first_day date not null,
  last_day date not null,
  basis text not null,
  is_declared boolean not null,
  file_id integer not null
);

-- grain: one row of core.covered_span: one stretch of days of one company, kind and currency
-- key: company, kind, currency, first_day
create table core.run_covered_span (
  company text not null,
  kind text not null,
  currency text not null,
  first_day date not null,
  last_day date not null
);

-- grain: one row of core.gateway_deposit: one amount sent
-- key: company, deposit_key
create table core.run_gateway_deposit (
  company text not null,
  deposit_key text not null,
  currency text not null,
  amount decimal(18, 4) not null,
  reference text,
  sent_at timestamptz,
  sent_on date,
  line_count bigint not null,
  file_id integer,
  line_no bigint
);

-- grain: one row of core.bank_reversal: one line that takes another one back, or seems to
-- key: company, bank_line_key
create table core.run_bank_reversal (
  company text not null,
  bank_line_key text not null,
  currency text not null,
  amount decimal(18, 4) not null,
  reference text,
  description text,
  booked_on date,
  file_id integer,
  line_no bigint,
  is_marked boolean not null,
  reversed_key text,
  candidate_keys text[] not null
);

-- grain: one row of core.bank_deposit: one deposit of the gateway at the bank
-- key: company, bank_line_key
create table core.run_bank_deposit (
  company text not null,
  bank_line_key text not null,
  currency text not null,
  amount decimal(18, 4) not null,
  reference text,
  description text,
  booked_on date,
  booked_at timestamptz,
  file_id integer,
  line_no bigint,
  again_of text
);
