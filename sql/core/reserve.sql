-- What the gateway withholds of payments, and when it is expected to be released: a number of days after the payment, as
-- configured for that day (statement.reserve_days, statement.reserve_changes); null where the configuration does not say.
-- grain: one business day of payments in one currency of which something was withheld
-- key: company, currency, business_date
-- reads: core.line_net, core.reserve_term
create or replace view core.reserve as
select
  line.company,
  line.currency,
  line.business_date,
  count(*) as payment_count,
  sum(line.withheld)::decimal(38, 4) as withheld,
  (line.business_date + any_value(term.reserve_days))::date as release_on
from core.line_net as line
left join core.reserve_term as term on term.company = line.company and line.business_date between term.first_day and term.last_day
where line.withheld <> 0 and line.occurrence = 1
group by line.company, line.currency, line.business_date;
