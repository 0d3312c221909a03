-- grain: one reconciliation
-- key: reconciliation
-- reads: recon.reconciliation
create or replace view mart.reconciliation as
select
  reconciliation, title as reconciliation_title, kind, left_title as left_label, right_title as right_label, grain, meaning, what_to_do, list_order, origin,
  origin <> 'shipped' as is_own
from recon.reconciliation;

comment on view mart.reconciliation is 'One reconciliation of the last run. What is compared with what, and where does the rule come from?';
comment on column mart.reconciliation.reconciliation is 'Its name: that of its file.';
comment on column mart.reconciliation.reconciliation_title is 'Its title for people.';
comment on column mart.reconciliation.kind is 'control: two totals that must agree; match: two sets of records.';
comment on column mart.reconciliation.left_label is 'What the left side is.';
comment on column mart.reconciliation.right_label is 'What the right side is.';
comment on column mart.reconciliation.grain is 'What is compared at a time.';
comment on column mart.reconciliation.meaning is 'What a break means.';
comment on column mart.reconciliation.what_to_do is 'What an accountant does about a break.';
comment on column mart.reconciliation.list_order is 'Its place in lists.';
comment on column mart.reconciliation.origin is 'shipped, or the user''s own file, from the folder of the configuration.';
comment on column mart.reconciliation.is_own is 'Whether it is one of the user''s own.';
