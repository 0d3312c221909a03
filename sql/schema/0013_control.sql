-- grain: one control that must be made for one company, currency and business day
-- key: company, currency, business_date, control, subject
-- control: the reconciliation, or open_items for what the carry-forward of open items lost
-- subject: what the control is made for within the currency (a payout account, a payment method); empty where it is the currency
-- state: balanced, out_of_balance, not_made, awaited, not_set_up or waived
-- difference: the unexplained difference of the totals, or the sum of the breaks; is_decided: every difference is decided
-- input: the input that is missing, awaited or not set up
create table recon.control (
  run_id integer not null,
  company text not null,
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

-- needs: the inputs that must cover a day so that the reconciliation can be made for it; empty where its head names none
-- is_optional: no control where an input is not set up; has_subjects: <name>_subject gives what it must be made for
-- is_spanning: made on a later day, it covers the days since it was made before
alter table recon.reconciliation add column needs text[];
alter table recon.reconciliation add column is_optional boolean;
alter table recon.reconciliation add column has_subjects boolean;
alter table recon.reconciliation add column is_spanning boolean;

-- control_count: controls that must be made now; made_count: those that were made
-- awaited, not_set_up: the inputs, as text for people
alter table recon.verdict add column control_count bigint;
alter table recon.verdict add column made_count bigint;
alter table recon.verdict add column awaited_count bigint;
alter table recon.verdict add column waived_count bigint;
alter table recon.verdict add column awaited text;
alter table recon.verdict add column not_set_up text;

-- grain: one waiver of the configuration: a control that need not be made
-- key: company, waiver_no
-- currency, subject, until_day: null where the waiver does not limit them
create table core.waiver (
  company text not null,
  waiver_no integer not null,
  control text not null,
  currency text,
  subject text,
  from_day date not null,
  until_day date,
  why text not null,
  author text not null
);

-- grain: one subject for which a control must be made, as the run that judges the day found it
-- key: run_id, company, reconciliation, currency, business_date, subject
create table recon.control_subject (
  run_id integer not null,
  company text not null,
  reconciliation text not null,
  currency text not null,
  business_date date not null,
  subject text not null
);

-- grain: one input of one company, currency and day, as the run that judged the day found it
-- key: company, currency, business_date, input
-- state: covered, missing or awaited; basis: what proves the coverage; covered_through: the last day covered without a gap
-- rejected_count: rejected rows of the input that may belong to the day
create table recon.input_state (
  run_id integer not null,
  company text not null,
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

-- set_up_title: what a user sets up to have the input
alter table core.company_input add column set_up_title text;
