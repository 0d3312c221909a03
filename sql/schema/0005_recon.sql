-- grain: one reconciliation, from the head of its file in sql/reconcile; key: reconciliation
-- former: its name in an earlier version, which the ids of its items still hold; null where it was not renamed
create table recon.reconciliation (
  reconciliation text primary key,
  title text not null,
  kind text not null check (kind in ('control', 'match')),
  left_title text not null,
  right_title text not null,
  grain text not null,
  meaning text not null,
  what_to_do text not null,
  list_order integer not null,
  former text
);

-- grain: one run of one company over one period; key: run_id (the number of its mark in the landing index)
create table recon.run (
  run_id integer primary key,
  company text not null,
  period_start date not null,
  period_end date not null,
  known_through integer not null,
  known_at timestamptz not null,
  as_of date not null
);

-- grain: one signed line of a bridge; key: reconciliation, company, currency, business_date, subject, measure, line_no
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
  amount money_sum not null,
  is_total boolean not null,
  is_residual boolean not null
);

-- grain: one item of a reconciliation as its last run saw it; key: reconciliation, company, item_key
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
  left_amount money_sum,
  left_at timestamptz,
  left_file_id integer,
  left_line_no bigint,
  right_key text,
  right_reference text,
  right_amount money_sum,
  right_at timestamptz,
  right_file_id integer,
  right_line_no bigint,
  right_minus_left money_sum,
  expected_on date,
  becomes_break_on date,
  evidence text,
  runners_up text
);

-- grain: one break through its life; key: break_id
create table recon.break_life (
  break_id text primary key,
  reconciliation text not null,
  company text not null,
  currency text not null,
  business_date date not null,
  item_key text not null,
  outcome text not null,
  reason text not null,
  amount money_sum,
  first_seen_on date not null,
  last_seen_on date not null,
  closed_on date,
  closed_because text
);

-- grain: one company, currency and business day; key: company, currency, business_date
create table recon.verdict (
  run_id integer not null,
  company text not null,
  currency text not null,
  business_date date not null,
  verdict text not null check (verdict in ('reconciled', 'reconciled_with_timing', 'breaks', 'incomplete')),
  reason text not null,
  matched_count bigint not null,
  matched_amount money_sum not null,
  break_count bigint not null,
  break_amount money_sum not null,
  timing_count bigint not null,
  timing_amount money_sum not null,
  suggested_count bigint not null,
  overdue_count bigint not null,
  rejected_count bigint not null,
  residual money_sum not null
);

-- grain: one outcome an item can have; key: outcome
create table recon.outcome (outcome text primary key, is_break boolean not null, is_open boolean not null, list_order integer not null);
insert into recon.outcome values
  ('matched', false, false, 1), ('matched_with_tolerance', false, false, 2), ('suggested', false, true, 3), ('timing', false, true, 4),
  ('overdue', true, true, 5), ('missing_left', true, true, 6), ('missing_right', true, true, 7), ('amount_differs', true, true, 8),
  ('status_differs', true, true, 9), ('duplicate', true, true, 10), ('orphan_refund', true, true, 11), ('over_refund', true, true, 12),
  ('fee_differs', true, true, 13), ('control_breach', true, true, 14), ('restated', true, true, 15);
