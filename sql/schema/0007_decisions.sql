-- grain: one decision of a person on one item
-- key: decision_id
-- Append-only: an undo and an approval are decisions too, and name the decision that they concern (undoes, approves).
-- outcome and amounts: as the author saw them
create table recon.decision (
  decision_id text not null,
  company text not null,
  break_id text not null,
  reconciliation text not null,
  item_key text not null,
  decision text not null,
  reason_code text not null,
  note text,
  author text not null,
  decided_at timestamptz not null,
  expires_on date,
  evidence text[] not null,
  outcome text not null,
  left_amount decimal(38, 4),
  right_amount decimal(38, 4),
  right_minus_left decimal(38, 4),
  matched_with text[] not null,
  parts text,
  needs_second boolean not null,
  undoes text,
  approves text,
  file_id integer not null
);
