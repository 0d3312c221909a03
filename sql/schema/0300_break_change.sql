-- grain: one change of an open item from one run to the next: its amount, or its outcome; key: break_id, run_id
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
  amount_before money_sum,
  amount_after money_sum,
  reason text not null
);
