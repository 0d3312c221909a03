-- grain: one company, currency and business day; key: those three
-- reads: recon.verdict
create or replace view mart.verdict as
select
  company, currency, business_date, verdict, reason, matched_count, matched_amount, break_count, break_amount, timing_count,
  timing_amount, suggested_count, overdue_count, rejected_count, residual
from recon.verdict;
