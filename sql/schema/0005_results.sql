-- grain: one reconciliation, from the head of its file in sql/reconcile
-- key: reconciliation
-- former: its name in an earlier version, from which the ids of its items are still computed; null where it was not renamed
-- origin: shipped, or the user's own file, from the folder of the configuration
create table recon.reconciliation (
  reconciliation text not null,
  title text not null,
  kind text not null,
  left_title text not null,
  right_title text not null,
  grain text not null,
  meaning text not null,
  what_to_do text not null,
  list_order integer not null,
  former text,
  origin text not null
);

-- grain: one file of the user's own, from the folders beside the configuration, as of the last run
-- key: kind, name
-- kind: pass, reconciliation, view or selftest. origin: its path from the folder of the configuration.
create table recon.own_file (
  kind text not null,
  name text not null,
  origin text not null,
  path text not null,
  content text not null
);

-- grain: one reason that a reconciliation gives for an item, from the head of its file
-- key: reconciliation, reason_code
create table recon.reason (
  reconciliation text not null,
  reason_code text not null,
  meaning text not null,
  what_to_do text not null,
  outcome text not null
);

-- grain: one run of one company over one period
-- key: run_id
-- run_id: the number of its mark in the landing index
create table recon.run (
  run_id integer not null,
  company text not null,
  period_start date not null,
  period_end date not null,
  known_through integer not null,
  known_at timestamptz not null,
  as_of date not null
);

-- grain: one signed line of a bridge
-- key: reconciliation, company, currency, business_date, subject, measure, line_no
create table recon.bridge_line (
  run_id integer not null,
  reconciliation text not null,
  company text not null,
  currency text not null,
  business_date date not null,
  subject text not null,
  measure text not null,
  line_no integer not null,
  line_code text not null,
  title text not null,
  amount decimal(38, 4) not null,
  is_total boolean not null,
  is_residual boolean not null
);

-- grain: one item of a reconciliation as its last run saw it
-- key: reconciliation, company, item_key
create table recon.item (
  run_id integer not null,
  reconciliation text not null,
  company text not null,
  currency text not null,
  business_date date not null,
  item_key text not null,
  break_id text not null,
  outcome text not null,
  reason_code text,
  reason text not null,
  match_pass text,
  left_key text,
  left_reference text,
  left_amount decimal(38, 4),
  left_at timestamptz,
  left_file_id integer,
  left_line_no bigint,
  right_key text,
  right_reference text,
  right_amount decimal(38, 4),
  right_at timestamptz,
  right_file_id integer,
  right_line_no bigint,
  right_minus_left decimal(38, 4),
  expected_on date,
  becomes_break_on date,
  evidence text,
  runners_up text
);

-- grain: one item that was ever open, from first seen to closed
-- key: break_id
create table recon.break_life (
  break_id text not null,
  reconciliation text not null,
  company text not null,
  currency text not null,
  business_date date not null,
  item_key text not null,
  outcome text not null,
  reason text not null,
  amount decimal(38, 4),
  first_seen_on date not null,
  last_seen_on date not null,
  closed_on date,
  closed_because text
);

-- grain: one change of an open item from one run to the next: its amount, or its outcome
-- key: break_id, run_id
create table recon.break_change (
  break_id text not null,
  run_id integer not null,
  company text not null,
  currency text not null,
  business_date date not null,
  reconciliation text not null,
  changed_on date not null,
  outcome_before text not null,
  outcome_after text not null,
  amount_before decimal(38, 4),
  amount_after decimal(38, 4),
  reason text not null
);

-- What was open before the last run of each company; recon.continuity compares it with what is open after the run.
-- grain: one open item
-- key: break_id
create table recon.open_before (
  run_id integer not null,
  break_id text not null,
  company text not null,
  currency text not null,
  business_date date not null,
  reconciliation text not null,
  outcome text not null,
  amount decimal(38, 4)
);

-- grain: one company, currency and business day
-- key: company, currency, business_date
create table recon.verdict (
  run_id integer not null,
  company text not null,
  currency text not null,
  business_date date not null,
  verdict text not null,
  reason text not null,
  matched_count bigint not null,
  matched_amount decimal(38, 4) not null,
  break_count bigint not null,
  break_amount decimal(38, 4) not null,
  timing_count bigint not null,
  timing_amount decimal(38, 4) not null,
  suggested_count bigint not null,
  overdue_count bigint not null,
  rejected_count bigint not null,
  residual decimal(38, 4) not null,
  decided_count bigint default 0,
  decided_amount decimal(38, 4) default 0
);
