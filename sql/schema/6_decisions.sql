-- grain: one decision of a person on one item
-- key: decision_id
-- Append-only: an undo and an approval are decisions too, and name the decision that they concern (undoes, approves).
-- outcome and amounts: as the author saw them
-- system_user, host: the user of the operating system and the machine that recorded the decision
-- effective_on: the first day on which the decision counts in statements; null in 0.2.0, where the day of the decision counts
-- account: to which a write-off is booked, if the item is within the limit for write-offs
-- needs_verified: whether the second approval counts only where both persons signed
-- signed_text: what the author signs, with its sha256; answers_sha256: that of the decision which an approval or an undo answers
-- signature: as it was given; signed_with: the fingerprint of the key of a signature that fits signed_text
create table recon.decision (
  decision_id text not null,
  break_id text not null,
  reconciliation text not null,
  item_key text not null,
  decision text not null,
  reason_code text not null,
  note text,
  author text not null,
  decided_at timestamptz not null,
  expires_on date,
  effective_on date,
  evidence text[] not null,
  outcome text not null,
  left_amount decimal(38, 4),
  right_amount decimal(38, 4),
  right_minus_left decimal(38, 4),
  matched_with text[] not null,
  account text,
  parts text,
  needs_second boolean not null,
  undoes text,
  approves text,
  receipt_id integer not null,
  system_user text,
  host text,
  needs_verified boolean default false,
  answers_sha256 text,
  signed_text text,
  signed_sha256 text,
  signature text,
  signed_with text
);
