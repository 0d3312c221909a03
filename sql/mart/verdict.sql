-- grain: one company, currency and business day
-- key: company, currency, business_date
-- reads: recon.verdict
create or replace view mart.verdict as
select
  company, currency, business_date, verdict, reason, matched_count, matched_amount, break_count, break_amount, timing_count,
  timing_amount, suggested_count, overdue_count, rejected_count, residual, decided_count, decided_amount
from recon.verdict;

comment on view mart.verdict is 'One company, currency and business day, judged. Does the day tie out, and if not, why?';
comment on column mart.verdict.company is 'The company of the configuration.';
comment on column mart.verdict.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.verdict.business_date is 'The business day in the company''s own zone.';
comment on column mart.verdict.verdict is 'reconciled, reconciled_with_timing, breaks or incomplete.';
comment on column mart.verdict.reason is 'Why, in one sentence.';
comment on column mart.verdict.matched_count is 'Items of which both sides agree.';
comment on column mart.verdict.matched_amount is 'Sum of the left side of what agrees, major units.';
comment on column mart.verdict.break_count is 'Items that do not agree, the overdue ones included.';
comment on column mart.verdict.break_amount is 'Sum of the sizes of their differences, major units.';
comment on column mart.verdict.timing_count is 'Items expected on a day that has not come.';
comment on column mart.verdict.timing_amount is 'Their sum, major units.';
comment on column mart.verdict.suggested_count is 'Matches that could have gone another way and wait for a person.';
comment on column mart.verdict.overdue_count is 'Items whose expected day has passed.';
comment on column mart.verdict.rejected_count is 'Rows of files that were not understood and may belong to the day.';
comment on column mart.verdict.residual is 'Sum of the sizes of what the controls leave unexplained, major units.';
comment on column mart.verdict.decided_count is 'Items that do not agree and that people have decided.';
comment on column mart.verdict.decided_amount is 'Sum of the sizes of their differences, major units.';
