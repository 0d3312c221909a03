-- The working tables of record matching.

-- grain: one record to be matched
-- key: reconciliation, side, record_key
-- amount: signed so that records that agree have equal amounts
create table recon.match_record (
  reconciliation text not null,
  side text not null,
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

-- grain: one pass that a reconciliation declares
-- key: reconciliation, pass_no
-- settings: the arguments as declared, as JSON.
create table recon.match_pass (
  reconciliation text not null,
  pass_no integer not null,
  pass text not null,
  settings text not null
);

-- grain: one pass that the configuration adds to a reconciliation
-- key: reconciliation, place
-- declared: name and settings, as in sql/reconcile. file: where it is declared, or the user's own file that holds the pass.
create table recon.own_pass (
  reconciliation text not null,
  place integer not null,
  declared text not null,
  file text not null
);

-- grain: one pass of one matching, for its sure matches or for its suggestions
-- key: made_no
-- Stored once here instead of in each of possibly millions of matches.
-- bounds: the records for which the pass did not look at everything; without keys, all of the currency. Read them as recon.match_bounded.
create table recon.match_made (
  made_no integer not null,
  reconciliation text not null,
  pass_no integer not null,
  pass text not null,
  is_suggested boolean not null,
  bounds struct(bound text, currency text, left_keys text[], right_keys text[])[]
);

-- grain: one match as it was found; read it as recon.match
-- key: made_no, left_keys, right_keys
-- is_exhausted: for a search that may be cut short, whether it looked at everything; else null. doubts: what keeps a suggested pair
-- from being sure (recon.doubt_text); null where only its pass says why.
create table recon.match_found (
  made_no integer not null,
  left_keys text[] not null,
  right_keys text[] not null,
  runners_up text[],
  is_exhausted boolean,
  doubts text[]
);
