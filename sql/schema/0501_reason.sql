-- grain: one reason that a reconciliation gives for an item, from the head of its file; key: reconciliation, reason_code
create table recon.reason (
  reconciliation text not null,
  reason_code text not null,
  meaning text not null,
  what_to_do text not null,
  primary key (reconciliation, reason_code)
);
