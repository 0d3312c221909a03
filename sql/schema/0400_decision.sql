-- grain: one decision of a person on one item; key: decision_id. Append-only: what is undone or approved is a decision too.
-- The figures are those that the author saw. An undo names the decision that it takes back, an approval the one that it confirms.
create table recon.decision (
  decision_id text primary key,
  company text not null,
  break_id text not null,
  reconciliation text not null,
  item_key text not null,
  decision text not null check (decision in ('explain', 'accept', 'write_off', 'match', 'split', 'undo', 'approve')),
  reason_code text not null,
  note text,
  author text not null,
  decided_at timestamptz not null,
  expires_on date,
  evidence text[] not null,
  outcome text not null,
  left_amount money_sum,
  right_amount money_sum,
  right_minus_left money_sum,
  matched_with text[] not null,
  parts text,
  needs_second boolean not null,
  undoes text,
  approves text,
  file_id integer not null
);

alter table recon.verdict add column decided_count bigint default 0;
alter table recon.verdict add column decided_amount money_sum default 0;
