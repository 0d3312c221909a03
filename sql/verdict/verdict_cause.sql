-- Gives each day of the company the figures of the causes that begin on it, and its reason with them: every report says the
-- same causes and the same amount. A cause without an amount, such as a wrong status, is said without one.
update recon.verdict as verdict
set cause_count = figure.cause_count,
  cause_item_count = figure.item_count,
  unexplained_debit = figure.debit,
  unexplained_credit = figure.credit,
  unexplained_net = figure.debit - figure.credit,
  reason = figure.reason
from (
  select
    *,
    core.say_all([
      reason_parts[1],
      case
        when cause_count > 0 then core.say('verdict-causes', {
          causes: cause_count, items: item_count,
          debit: core.money_figure(currency, nullif(debit, 0)), credit: core.money_figure(currency, nullif(-credit, 0))
        })
        when break_count > 0 then core.say('verdict-earlier_causes', { breaks: break_count })
      end,
      reason_parts[2]
    ]) as reason
  from (
    select
      day.company,
      day.currency,
      day.business_date,
      day.break_count,
      day.reason_parts,
      count(cause.cause_id) as cause_count,
      coalesce(sum(cause.item_count), 0)::bigint as item_count,
      coalesce(sum(cause.debit), 0)::decimal(38, 4) as debit,
      coalesce(sum(cause.credit), 0)::decimal(38, 4) as credit
    from recon.verdict as day
    inner join recon.run as run on run.run_id = $run_id and run.company = day.company
    left join recon.cause as cause
      on cause.company = day.company and cause.currency = day.currency and cause.business_date = day.business_date
      and cause.is_difference and cause.status = 'open'
    group by day.company, day.currency, day.business_date, day.break_count, day.reason_parts
  ) as day
) as figure
where verdict.company = figure.company and verdict.currency = figure.currency and verdict.business_date = figure.business_date
  and (verdict.cause_count, verdict.cause_item_count, verdict.unexplained_debit, verdict.unexplained_credit)
    is distinct from (figure.cause_count, figure.item_count, figure.debit, figure.credit)
