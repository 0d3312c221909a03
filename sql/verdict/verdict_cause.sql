-- Gives each day of the company the figures of the causes that begin on it: the same causes on every report.
update recon.verdict as verdict
set cause_count = figure.cause_count,
  unexplained_debit = figure.debit,
  unexplained_credit = figure.credit,
  unexplained_net = figure.debit - figure.credit
from (
  select
    day.company,
    day.currency,
    day.business_date,
    count(cause.cause_id) as cause_count,
    coalesce(sum(cause.debit), 0)::decimal(38, 4) as debit,
    coalesce(sum(cause.credit), 0)::decimal(38, 4) as credit
  from recon.verdict as day
  inner join recon.run as run on run.run_id = $run_id and run.company = day.company
  left join recon.cause as cause
    on cause.company = day.company and cause.currency = day.currency and cause.business_date = day.business_date
    and cause.is_difference and cause.status = 'open'
  group by day.company, day.currency, day.business_date
) as figure
where verdict.company = figure.company and verdict.currency = figure.currency and verdict.business_date = figure.business_date
  and (verdict.cause_count, verdict.unexplained_debit, verdict.unexplained_credit)
    is distinct from (figure.cause_count, figure.debit, figure.credit)
