-- statement: turnover_differs
-- Whether the statement and the turnover of any day of a period differ.
-- reads: recon.statement_to_turnover
select true as is_found
from recon.statement_to_turnover($from::date, $to::date)
where is_residual and amount <> 0
limit 1;

-- statement: difference_to_locate
-- The days on which statement and turnover differ and further queries can locate the difference: both are known, and the
-- turnover was read after the end of the day, so that a new answer covers the same payments.
-- Amounts and fees are in ten-thousandths of a major unit, turnover less statement.
-- grain: one currency and day; key: currency, business_date
-- reads: recon.statement_to_turnover, recon.input_day, core.turnover_now, core.company, staging.currency
with
residual as (
  select currency, business_date, subject, measure, amount
  from recon.statement_to_turnover($from::date, $to::date)
  where is_residual
),
day_total as (
  select
    currency,
    business_date,
    (sum(amount) filter (subject = 'incoming' and measure = 'amount') * 10000)::hugeint as incoming_amount,
    (sum(amount) filter (subject = 'incoming' and measure = 'fee') * 10000)::hugeint as incoming_fee,
    sum(amount) filter (subject = 'incoming' and measure = 'count')::hugeint as incoming_count,
    (sum(amount) filter (subject = 'outgoing' and measure = 'amount') * 10000)::hugeint as outgoing_amount,
    (sum(amount) filter (subject = 'outgoing' and measure = 'fee') * 10000)::hugeint as outgoing_fee,
    sum(amount) filter (subject = 'outgoing' and measure = 'count')::hugeint as outgoing_count,
    sum(abs(amount)) as total_difference
  from residual
  group by currency, business_date
  having bool_or(amount <> 0)
)
select
  day_total.currency,
  day_total.business_date::text as day,
  currency.exponent,
  epoch(timezone(company.zone, day_total.business_date::timestamp))::bigint as day_from,
  epoch(timezone(company.zone, (day_total.business_date + 1)::timestamp))::bigint as day_to,
  incoming_amount,
  incoming_fee,
  incoming_count,
  outgoing_amount,
  outgoing_fee,
  outgoing_count,
  (
    select max(turnover.since_receipt_id)
    from core.turnover_now as turnover
    where turnover.currency = day_total.currency
      and turnover.business_date = day_total.business_date
  ) as turnover_receipt_id
from day_total
cross join core.company as company
inner join staging.currency as currency on currency.currency = day_total.currency
anti join recon.input_day($from::date, $to::date) as missing
  on missing.currency = day_total.currency and missing.business_date = day_total.business_date and missing.state <> 'covered'
  and missing.input in ('statement', 'turnover')
where not exists (
  select 1
  from core.turnover_now as turnover
  where turnover.currency = day_total.currency
    and turnover.business_date = day_total.business_date
    and turnover.known_from < timezone(company.zone, (day_total.business_date + 1)::timestamp)
)
-- amounts of different currencies are not compared: the largest difference of each currency comes first
order by row_number() over (partition by day_total.currency order by total_difference desc, day_total.business_date), day_total.currency;
