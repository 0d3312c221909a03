-- What runs find, and the schemas of the views that people read: those of tieout and their own.
create schema if not exists recon;
create schema if not exists mart;
create schema if not exists own;

-- grain: one reconciliation, from the head of its file in sql/reconcile
-- key: reconciliation
-- former: its name in an earlier version, from which the ids of its items are still computed; null where it was not renamed
-- origin: shipped, or the user's own file, from the folder of the configuration
-- needs: the inputs that must cover a day so that the reconciliation can be made for it; empty where its head names no input
-- is_optional: not made where an input is not set up; has_subjects: <name>_subject gives the subjects that it must be made for
-- is_spanning: a control made on a later day covers the days since the previous one
-- no_figures: what it means where a control has no figures for a day that its inputs cover; null where nothing is known
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
  origin text not null,
  needs text[],
  is_optional boolean,
  has_subjects boolean,
  is_spanning boolean,
  no_figures text
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

-- grain: one run of one company
-- key: run_id
-- run_id: the number of its mark in the landing index
-- period_start, period_end: from the first of its days, in recon.run_day, to the day after the last
-- configuration_sha256: the recorded configuration that the run was made with; null in runs of version 0.2.0, which did not record it
-- rules_sha256: sha256 of the SQL statements and English sentences that computed the results of the run in this warehouse
-- is_in_mart: whether the tables of mart contain the results of the run
create table recon.run (
  run_id integer not null,
  period_start date not null,
  period_end date not null,
  known_through integer not null,
  known_at timestamptz not null,
  as_of date not null,
  configuration_sha256 text,
  rules_sha256 text,
  is_in_mart boolean not null default false
);

-- grain: one day that a run judged
-- key: run_id, business_date
-- because: why the day was judged (src/domain/judged-day.ts)
create table recon.run_day (
  run_id integer not null,
  business_date date not null,
  because text not null
);

-- grain: one signed line of a bridge
-- key: reconciliation, currency, business_date, subject, measure, line_no
-- covers_from, item_keys: the first day of a bridge over several days, and the keys of its items, which may be of other days
create table recon.bridge_line (
  run_id integer not null,
  reconciliation text not null,
  currency text not null,
  business_date date not null,
  subject text not null,
  measure text not null,
  line_no integer not null,
  line_code text not null,
  title text not null,
  amount decimal(38, 4) not null,
  is_total boolean not null,
  is_residual boolean not null,
  covers_from date,
  item_keys text[]
);

-- grain: one item of a reconciliation as its last run saw it
-- key: reconciliation, item_key
create table recon.item (
  run_id integer not null,
  reconciliation text not null,
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
  left_receipt_id integer,
  left_line_no bigint,
  right_key text,
  right_reference text,
  right_amount decimal(38, 4),
  right_at timestamptz,
  right_receipt_id integer,
  right_line_no bigint,
  right_minus_left decimal(38, 4),
  expected_on date,
  becomes_break_on date,
  evidence text,
  runners_up text
);

-- grain: one message of a rule and its sentence in English
-- key: message
-- message: the result of core.say: the code of a message in messages/ and its figures; other languages are made from it
create table recon.sentence (
  message text not null,
  sentence text not null
);

-- grain: one item whose row in mart.item is out of date
-- key: break_id
-- break_id: as in mart, 12 hexadecimal digits
create table recon.item_changed (
  break_id text not null
);

-- grain: one item that was ever open, from first seen to closed
-- key: break_id
create table recon.break_life (
  break_id text not null,
  reconciliation text not null,
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
  currency text not null,
  business_date date not null,
  reconciliation text not null,
  outcome text not null,
  amount decimal(38, 4)
);

-- grain: one currency and business day
-- key: currency, business_date
-- control_count: controls that must be made now; made_count: those that were made
-- awaited, not_set_up: the inputs, as text for people
-- The undecided causes that begin on the day. A cause of several days is counted on its first one.
-- cause_item_count: the open items of the causes that begin on the day
-- reason_parts: the reason in two parts; the causes are inserted between them once they are known
create table recon.verdict (
  run_id integer not null,
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
  decided_amount decimal(38, 4) default 0,
  control_count bigint,
  made_count bigint,
  awaited_count bigint,
  waived_count bigint,
  awaited text,
  not_set_up text,
  cause_count bigint,
  unexplained_debit decimal(38, 4),
  unexplained_credit decimal(38, 4),
  unexplained_net decimal(38, 4),
  cause_item_count bigint,
  reason_parts text[]
);

-- grain: one control that must be made for one currency and business day
-- key: currency, business_date, control, subject
-- control: the reconciliation, or open_items for open items lost in the carry-forward
-- subject: what the control is made for within the currency (a payout account, a payment method); empty where it is the currency
-- state: balanced, out_of_balance, not_made, awaited, not_set_up or waived
-- difference: the unexplained difference of the totals, or the sum of the breaks; is_decided: every difference is decided
-- input: the input that is missing, awaited or not set up
create table recon.control (
  run_id integer not null,
  currency text not null,
  business_date date not null,
  control text not null,
  subject text not null,
  title text not null,
  state text not null,
  is_decided boolean not null,
  difference decimal(38, 4),
  reason text not null,
  what_to_do text,
  input text,
  due_on date
);

-- grain: one subject for which a control must be made, as the run that judges the day found it
-- key: run_id, reconciliation, currency, business_date, subject
-- no_figures: what it means where the control has no figures for the subject; what_to_do: what a person can do about it
create table recon.control_subject (
  run_id integer not null,
  reconciliation text not null,
  currency text not null,
  business_date date not null,
  subject text not null,
  no_figures text,
  what_to_do text
);

-- grain: one input of one currency and day, as the run that judged the day found it
-- key: currency, business_date, input
-- state: covered, missing or awaited; basis: what proves the coverage; covered_through: the last day covered without a gap
-- rejected_count: rejected rows of the input that may belong to the day
create table recon.input_state (
  run_id integer not null,
  currency text not null,
  business_date date not null,
  input text not null,
  kind text not null,
  state text not null,
  reason text,
  refusal text,
  due_on date,
  basis text,
  covered_through date,
  is_declared boolean not null,
  rejected_count bigint not null
);

-- The items that the causes are computed from. Only open items are kept, so that the cost of a run does not depend on history.
-- grain: one open item, and what links it to others
-- key: break_id
-- records: the records that the item is about, each as kind:key; items that share one have the same cause
-- effect: the difference as money due to the company (positive) or held without being due (negative), whichever side it is on
-- measure: amount, or fee where only the fee differs
-- missing_of: order or payment where the item is one whose payment is missing in the statement; gross: the amount of that payment
-- located: the parts of a day that a control total was narrowed down to, as JSON; is_negated: their sign is the opposite of the effect's
-- net_effect: the effect of a day's total on the balance; reason_with_sum: its reason and the open items that add up, where some do
create table recon.cause_item (
  break_id text not null,
  currency text not null,
  business_date date not null,
  reconciliation text not null,
  outcome text not null,
  reason_code text,
  reason text not null,
  records text[] not null,
  effect decimal(38, 4) not null,
  measure text not null,
  missing_of text,
  reference text,
  gross decimal(38, 4),
  occurred_at timestamptz,
  located text,
  is_negated boolean,
  net_effect decimal(38, 4),
  first_seen_on date not null,
  reason_with_sum text
);

-- grain: one open item, with the cause to which it belongs
-- key: break_id
-- counted: the part of its effect that the cause counts; 0 where other causes explain a control total (is_explained)
create table recon.cause_member (
  break_id text not null,
  cause_id text not null,
  counted decimal(38, 4) not null,
  is_explained boolean not null
);

-- The causes of the open items before the last run of each company, from which a cause keeps its id.
-- grain: one open item
-- key: break_id
create table recon.cause_before (
  break_id text not null,
  cause_id text not null
);

-- grain: one cause of open items and control differences: a record, or records with a proven one-to-one link
-- key: cause_id
-- business_date: the first day of its items; lead_*: the item that describes it; debit: due to the company; credit: held without being due
-- is_difference: it has a break, a suggestion or a control difference; otherwise its items are outstanding
-- status: open, or decided when all of its differences are
create table recon.cause (
  cause_id text not null,
  currency text not null,
  business_date date not null,
  last_day date not null,
  debit decimal(38, 4) not null,
  credit decimal(38, 4) not null,
  net decimal(38, 4) not null,
  item_count bigint not null,
  reconciliations text[] not null,
  lead_reconciliation text not null,
  lead_outcome text not null,
  lead_reason_code text,
  reason text not null,
  adds_up boolean not null,
  is_difference boolean not null,
  status text not null
);

-- A restatement is a change after this: the statement of the day was received whole, and agreed with the turnover.
-- grain: one currency and day that a run judged with a whole statement
-- key: run_id, currency, business_date
create table recon.whole_statement_day (
  run_id integer not null,
  currency text not null,
  business_date date not null,
  known_at timestamptz not null
);

-- grain: one control of one currency and day that a run left out of balance and undecided, or without figures although its inputs came
-- key: run_id, currency, business_date, control
-- retry: how often the answers behind the control were requested, and when they are requested next; null after the first time
create table recon.doubted_day (
  run_id integer not null,
  currency text not null,
  business_date date not null,
  control text not null,
  retry text
);
