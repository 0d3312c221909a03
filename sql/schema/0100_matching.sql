-- grain: one record that is to be matched; key: reconciliation, company, side, record_key
-- Amounts are signed so that what agrees is equal on both sides.
create table recon.match_record (
  reconciliation text not null,
  company text not null,
  side text not null check (side in ('left', 'right')),
  record_key text not null,
  currency text not null,
  amount decimal(18, 4) not null,
  fee decimal(18, 4),
  identifier text,
  reference text,
  occurred_at timestamptz not null,
  occurred_on date not null,
  group_key text,
  counterparty text,
  description text
);

-- grain: one pass that a reconciliation declares; key: reconciliation, pass_no
-- settings: the arguments as declared, as JSON.
create table recon.match_pass (
  reconciliation text not null,
  pass_no integer not null,
  pass text not null,
  settings text not null,
  primary key (reconciliation, pass_no)
);

-- grain: one match as it was found; key: reconciliation, company and its first key. Read it as recon.match.
-- is_exhausted: for a search that may be cut short, whether it looked at everything; else null.
create table recon.match_found (
  reconciliation text not null,
  company text not null,
  pass_no integer not null,
  pass text not null,
  left_keys text[] not null,
  right_keys text[] not null,
  is_suggested boolean not null,
  runners_up text[],
  is_exhausted boolean
);
