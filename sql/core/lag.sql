-- statement: settlement_lag
-- How long the gateway takes to settle a payment, learned from settled payments: the median, and the time within which 19 of 20
-- are settled. Where twenty payments were settled, the time is learned by method and weekday, in days without holidays, since
-- each weekday spans the same weekend; otherwise by method, or else by currency, in business days; otherwise it is the time
-- last configured for the company.
-- grain: one currency, method and ISO weekday of payment
-- key: currency, method, weekday
-- reads: core.payment_now, core.settlement_term, core.business_day
create table core.settlement_lag as
with
payment as (
  select
    payment.currency,
    coalesce(payment.method, 'unknown') as method,
    isodow(payment.business_date) as weekday,
    settled.open_number - paid.open_number as days,
    settled.business_number - paid.business_number as business_days,
    term.usual_days as settlement_usual_days,
    term.most_days as settlement_most_days
  from core.payment_now as payment
  -- joined, because the macros that count days take longer for a million payments
  left join core.business_day as paid on paid.on_day = payment.business_date
  left join core.business_day as settled
    on settled.on_day = payment.settlement_date
  -- the newest term; payments_to_settlement uses the term of the day of payment
  inner join core.settlement_term as term on term.last_day = date '9999-12-31'
  where payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
),
of_weekday as (
  select currency, method, weekday, count(days) as seen_count, quantile_disc(days, 0.5) as usual, quantile_disc(days, 0.95) as high
  from payment
  group by currency, method, weekday
),
of_method as (
  select currency, method, count(days) as seen_count, quantile_disc(business_days, 0.5) as usual,
    quantile_disc(business_days, 0.95) as high
  from payment
  group by currency, method
),
of_currency as (
  select currency, count(days) as seen_count, quantile_disc(business_days, 0.5) as usual,
    quantile_disc(business_days, 0.95) as high,
    any_value(settlement_usual_days) as settlement_usual_days, any_value(settlement_most_days) as settlement_most_days
  from payment
  group by currency
),
chosen as (
  select
    of_method.currency,
    of_method.method,
    weekday.weekday,
    of_weekday.usual as weekday_usual,
    of_weekday.high as weekday_high,
    of_method.usual as method_usual,
    of_method.high as method_high,
    of_currency.usual as currency_usual,
    of_currency.high as currency_high,
    of_currency.settlement_usual_days,
    of_currency.settlement_most_days,
    case
      when of_weekday.seen_count >= 20 then 'method and weekday'
      when of_method.seen_count >= 20 then 'method'
      when of_currency.seen_count >= 20 then 'currency'
      else 'configuration'
    end as basis,
    case
      when of_weekday.seen_count >= 20 then of_weekday.seen_count
      when of_method.seen_count >= 20 then of_method.seen_count
      else of_currency.seen_count
    end as seen_count
  from of_method
  cross join (select unnest(range(1, 8)) as weekday) as weekday
  inner join of_currency on of_currency.currency = of_method.currency
  left join of_weekday
    on of_weekday.currency = of_method.currency
    and of_weekday.method = of_method.method and of_weekday.weekday = weekday.weekday
)
select
  currency,
  method,
  weekday,
  basis,
  seen_count,
  basis <> 'method and weekday' as is_in_business_days,
  (case basis
    when 'method and weekday' then weekday_usual
    when 'method' then method_usual
    when 'currency' then currency_usual
    else settlement_usual_days
  end)::integer as usual_days,
  (case basis
    when 'method and weekday' then weekday_high
    when 'method' then method_high
    when 'currency' then currency_high
    else settlement_most_days
  end)::integer as high_days
from chosen;

-- statement: deposit_lag
-- How many business days a transfer from the gateway to the bank takes, learned from those with the same reference on both
-- sides: the median, and the time within which 19 of 20 arrive plus one day. Requires five transfers; otherwise the
-- reconciliation uses three and four business days.
-- grain: one currency
-- key: currency
-- reads: core.bank_deposit, core.gateway_deposit, core.business_day
create table core.deposit_lag as
select
  sent.currency,
  count(*) as seen,
  quantile_disc(booked_day.business_number - sent_day.business_number, 0.5)::integer as usual_days,
  quantile_disc(booked_day.business_number - sent_day.business_number, 0.95)::integer + 1 as high_days
from core.gateway_deposit as sent
inner join core.bank_deposit as deposit
  on deposit.currency = sent.currency and deposit.reference = sent.reference
inner join core.business_day as sent_day on sent_day.on_day = sent.sent_on
inner join core.business_day as booked_day on booked_day.on_day = deposit.booked_on
where deposit.booked_on - sent.sent_on between 0 and 31 and deposit.duplicate_of is null
group by sent.currency
having count(*) >= 5;

-- statement: payout_lag
-- How long the payout service takes to complete a payout, learned from completed payouts: the time within which 19 of 20
-- are completed, at least an hour; a day where fewer than twenty are known. Holidays are not counted, weekends are.
-- grain: one row
-- key: seen_count
-- reads: core.company, core.payout, core.business_day
create table core.payout_lag as
with completed as (
  select
    greatest(
      epoch_ms(payout.updated_at) - epoch_ms(payout.created_at)
        - (date_diff('day', created.on_day, completed.on_day) - (completed.open_number - created.open_number)) * 86_400_000,
      0
    ) as milliseconds
  from core.payout as payout
  cross join core.company as company
  inner join core.business_day as created
    on created.on_day = payout.business_date
  inner join core.business_day as completed
    on completed.on_day = cast(timezone(company.zone, payout.updated_at) as date)
  where payout.known_to is null and payout.state = 'completed' and payout.updated_at >= payout.created_at
)
select
  count(completed.milliseconds) as seen_count,
  case
    when count(completed.milliseconds) < 20 then interval 1 day
    else greatest(to_milliseconds(quantile_disc(completed.milliseconds, 0.95)), interval 1 hour)
  end as high_time
from completed;
