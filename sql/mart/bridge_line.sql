-- grain: one signed line of a bridge
-- key: reconciliation, company, currency, business_date, subject, measure, line_no
-- reads: recon.bridge_line, recon.reconciliation
create or replace view mart.bridge_line as
select
  line.reconciliation, reconciliation.title as reconciliation_title, line.company, line.currency, line.business_date, line.subject,
  line.measure, line.line_no, line.line_code, line.title, line.amount, line.is_total, line.is_residual
from recon.bridge_line as line
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = line.reconciliation;

comment on view mart.bridge_line is 'One signed line of a bridge from one total to the other. Where does a control leave a remainder?';
comment on column mart.bridge_line.reconciliation is 'Name of the reconciliation: its file in sql/reconcile.';
comment on column mart.bridge_line.reconciliation_title is 'Its title for people.';
comment on column mart.bridge_line.company is 'The company of the configuration.';
comment on column mart.bridge_line.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.bridge_line.business_date is 'The business day in the company''s own zone.';
comment on column mart.bridge_line.subject is 'What the bridge is about: a direction, or an account.';
comment on column mart.bridge_line.measure is 'amount, fee or count.';
comment on column mart.bridge_line.line_no is 'The line, 1-based: of the bridge, or of the file.';
comment on column mart.bridge_line.line_code is 'What the line is, for programs.';
comment on column mart.bridge_line.title is 'What the line is, for people.';
comment on column mart.bridge_line.amount is 'Signed amount, major units (a count where the measure is count).';
comment on column mart.bridge_line.is_total is 'Whether the line is one of the two totals.';
comment on column mart.bridge_line.is_residual is 'Whether the line is what is left unexplained; it has to be zero.';
