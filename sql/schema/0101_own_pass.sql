-- grain: one pass that the configuration adds to a reconciliation; key: reconciliation, place
-- declared: name and settings, as in sql/reconcile. file: where it is declared, or the user's own file that holds the pass.
create table recon.own_pass (
  reconciliation text not null,
  place integer not null,
  declared text not null,
  file text not null,
  primary key (reconciliation, place)
);
