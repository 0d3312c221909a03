-- name: line_arithmetic
-- title: Arithmetic of statement lines
-- kind: control
-- left: Amount less fee and withheld
-- right: Net amount per statement
-- grain: company, currency, business day
-- needs: statement
-- meaning: The net amount of a statement line is not its amount less its fee and what is withheld.
-- action: Ask the gateway which of the figures is right. Do not book the line before it answers.
-- order: 11
-- reason: net_differs | amount_differs | The net amount is not the amount less the fee and what is withheld. | Ask the gateway which of the figures is right.
-- A line without a net amount, or of a statement without fees, has nothing to compare: the items of the day count it. The lines
-- that differ are lines of the bridge, so the residual is zero when each is named.
create or replace macro recon.line_arithmetic(period_start, period_end) as table (
  with
  every_day as (
    select company, currency, business_date from core.configured_day(period_start, period_end)
    union
    select distinct company, currency, business_date
    from core.line_net
    where business_date >= period_start and business_date < period_end
  ),
  line as (
    select * from core.line_net where business_date >= period_start and business_date < period_end and is_net_stated
  ),
  summed as (
    select
      every_day.company,
      every_day.currency,
      every_day.business_date,
      coalesce(sum(line.amount), 0) as amount,
      coalesce(-sum(line.fee), 0) as fees,
      coalesce(-sum(line.withheld), 0) as withheld,
      coalesce(sum(line.net_minus_expected), 0) as difference,
      coalesce(sum(line.net_amount), 0) as net
    from every_day
    left join line
      on line.company = every_day.company and line.currency = every_day.currency and line.business_date = every_day.business_date
    group by every_day.company, every_day.currency, every_day.business_date
  ),
  bridge as (
    select *, 1 as line_no, 'amount' as line_code, 'Incoming less outgoing, of lines with a net amount' as title, amount as line_amount,
      false as is_total, false as is_residual
    from summed
    union all select *, 2, 'fees', 'Less: fees', fees, false, false from summed
    union all select *, 3, 'withheld', 'Less: withheld in reserve', withheld, false, false from summed
    union all select *, 4, 'expected_net', 'Net by these figures', amount + fees + withheld, true, false from summed
    union all select *, 5, 'differing', 'Lines whose net amount differs', difference, false, false from summed
    union all select *, 6, 'net', 'Net per statement', net, true, false from summed
    union all select *, 7, 'residual', 'Unexplained difference (net per statement less net by its figures)',
      net - amount - fees - withheld - difference, false, true
    from summed
  )
  select
    company,
    currency,
    business_date,
    'lines ' || currency as subject,
    'amount' as measure,
    line_no,
    line_code,
    title,
    line_amount::decimal(38, 4) as amount,
    is_total,
    is_residual
  from bridge
  order by company, currency, business_date, line_no
);
