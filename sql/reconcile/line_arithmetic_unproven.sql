-- unproven days of: line_arithmetic
-- grain: one business day with statement lines that state no net amount, although the company's statements have net amounts
-- key: company, currency, business_date
-- reads: core.line_net
-- A column that is in one statement and not in the next leaves nothing to compare. Where no statement ever had net amounts, their
-- total is proven by turnover and balance alone.
create or replace macro recon.line_arithmetic_unproven(period_start, period_end) as table (
  select
    line.company,
    line.currency,
    line.business_date,
    '' as subject,
    core.counted_text(count(*), '1 statement line states no net amount, and others do.',
      '{} statement lines state no net amount, and others do.') as no_figures,
    'Ask the gateway for a statement with the net amount of every line. If the column has another name now, configure it (statement.aliases).'
      as what_to_do
  from core.line_net as line
  where line.business_date >= period_start and line.business_date < period_end
    and line.kind in ('payment', 'refund') and not line.is_net_stated
    and line.company in (select company from core.payment_now where is_net_stated)
  group by line.company, line.currency, line.business_date
);
