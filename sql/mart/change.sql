-- grain: one item that opened or closed on a day; key: company, break_id, change
-- reads: recon.break_life
create or replace view mart.change as
select company, currency, first_seen_on as changed_on, business_date, 'opened' as change, substr(break_id, 1, 12) as break_id,
  reconciliation, reason, amount
from recon.break_life
union all
select company, currency, closed_on, business_date, 'closed', substr(break_id, 1, 12), reconciliation, closed_because, amount
from recon.break_life
where closed_on is not null;

comment on view mart.change is 'One item that opened or closed on a day. What changed since yesterday?';
comment on column mart.change.company is 'The company of the configuration.';
comment on column mart.change.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.change.changed_on is 'The day of the run that saw the change.';
comment on column mart.change.business_date is 'The business day in the company''s own zone.';
comment on column mart.change.change is 'opened or closed.';
comment on column mart.change.break_id is 'Stable identity of the item through its life, 12 hex digits.';
comment on column mart.change.reconciliation is 'Name of the reconciliation: its file in sql/reconcile.';
comment on column mart.change.reason is 'Why, in one sentence.';
comment on column mart.change.amount is 'Signed amount, major units (a count where the measure is count).';
