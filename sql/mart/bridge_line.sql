-- grain: one signed line of a bridge
-- key: reconciliation, company, currency, business_date, subject, measure, line_no
-- reads: recon.bridge_line, recon.reconciliation
create or replace view mart.bridge_line as
select
  line.reconciliation, reconciliation.title as reconciliation_title, line.company, line.currency, line.business_date, line.subject,
  line.measure, line.line_no, line.line_code, line.title, line.amount, line.is_total, line.is_residual
from recon.bridge_line as line
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = line.reconciliation;

comment on view mart.bridge_line is 'One signed line of the bridge between two control totals. Which control is out of balance, and by how much?';
comment on column mart.bridge_line.reconciliation is 'Name of the reconciliation; its file is in sql/reconcile.';
comment on column mart.bridge_line.reconciliation_title is 'Title of the reconciliation.';
comment on column mart.bridge_line.company is 'Company, as named in the configuration.';
comment on column mart.bridge_line.currency is 'ISO 4217 code of the amounts.';
comment on column mart.bridge_line.business_date is 'Business day in the time zone of the company.';
comment on column mart.bridge_line.subject is 'Subject of the bridge: a direction, a method or an account.';
comment on column mart.bridge_line.measure is 'amount, fee or count.';
comment on column mart.bridge_line.line_no is 'Line number, from 1.';
comment on column mart.bridge_line.line_code is 'Code of the line.';
comment on column mart.bridge_line.title is 'Title of the line.';
comment on column mart.bridge_line.amount is 'Signed amount in major units; a count where the measure is count.';
comment on column mart.bridge_line.is_total is 'Whether the line is one of the two control totals.';
comment on column mart.bridge_line.is_residual is 'Whether the line is the unexplained difference, which must be zero.';
