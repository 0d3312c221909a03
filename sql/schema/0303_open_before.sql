-- What was open before the last run of each company: what continuity is held against.
-- grain: one open item; key: break_id
create table recon.open_before (
  run_id integer not null,
  break_id text not null,
  company text not null,
  currency text not null,
  business_date date not null,
  reconciliation text not null,
  outcome text not null,
  amount money_sum
);
