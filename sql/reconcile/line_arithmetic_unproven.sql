-- unproven days of: line_arithmetic
-- grain: one business day with statement lines that do not state both fee and net amount, although lines of their kind do in the same
-- or an earlier statement of the company
-- key: company, currency, business_date
-- reads: core.payment_now, core.payment
-- A column that is in one statement and not in the next leaves nothing to compare. Where no statement ever had net amounts, their
-- total is proven by turnover and balance alone. Lines of each kind are compared with others of it: a gateway may state net
-- amounts for payments and not for refunds. A line that was taken on leaves the question open.
create or replace macro recon.line_arithmetic_unproven(period_start, period_end) as table (
  with
  -- later statements with more columns do not change days that were proven without them
  stating as (
    select company, kind, min(file_id) as first_file_id
    from core.payment
    where is_net_stated
    group by company, kind
  )
  select
    line.company,
    line.currency,
    line.business_date,
    '' as subject,
    core.say('line_arithmetic-not_stated', { lines: count(*) }) as no_figures,
    'Ask the gateway for a statement with the fee and the net amount of every line. If a column has another name now, configure it (statement.aliases).'
      as what_to_do
  from core.payment_now as line
  inner join stating on stating.company = line.company and stating.kind = line.kind and stating.first_file_id <= line.file_id
  where line.business_date >= period_start and line.business_date < period_end
    and line.is_money_moved and not line.is_net_stated and line.status <> 'taken_on'
  group by line.company, line.currency, line.business_date
);
