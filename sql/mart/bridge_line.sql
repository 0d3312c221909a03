-- grain: one signed line of a bridge; key: reconciliation, company, currency, business_date, subject, measure, line_no
-- reads: recon.bridge_line, recon.reconciliation
create or replace view mart.bridge_line as
select
  line.reconciliation, reconciliation.title as reconciliation_title, line.company, line.currency, line.business_date, line.subject,
  line.measure, line.line_no, line.line_code, line.title, line.amount, line.is_total, line.is_residual
from recon.bridge_line as line
inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = line.reconciliation;
