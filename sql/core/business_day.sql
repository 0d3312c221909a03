-- statement: business_day
-- The calendar of the company. The macros that count days read it; no other relation has a column on_day, so an argument such as day
-- is never taken for a column of the calendar.
-- grain: one day
-- key: on_day
-- reads: core.calendar_day
create or replace view core.business_day as
select day as on_day, is_business_day, business_number, open_number, holiday
from core.calendar_day;

-- statement: first_whole_day
-- The first day of a zone that does not begin before an instant. A day on which the clock changes has 23 or 25 hours.
create or replace macro core.first_whole_day(zone, instant) as (
  cast(timezone(zone, instant) as date) + if(timezone(zone, cast(timezone(zone, instant) as date)::timestamp) < instant, 1, 0)
);

-- statement: business_days_after
-- The day that is a number of business days after a day, by the company's calendar. A day that is not a business day counts
-- from the last business day before it.
create or replace macro core.business_days_after(from_day, how_many) as (
  select min(calendar_later.on_day)
  from core.business_day as calendar_at
  inner join core.business_day as calendar_later
    on calendar_later.is_business_day and calendar_later.business_number = calendar_at.business_number + how_many
  where calendar_at.on_day = from_day
);

-- statement: due_on
-- The day on which an input for a business day is due, by its cadence (daily, weekly, monthly) and the ISO weekday or day of the
-- month on which it is due.
create or replace macro core.due_on(business_date, cadence, due) as (
  case cadence
    when 'weekly' then business_date + (due - isodow(business_date) + 6)::integer % 7 + 1
    when 'monthly' then (date_trunc('month', business_date) + interval 1 month)::date + (due - 1)::integer
    else business_date + 1
  end
);

-- statement: configured_day
-- The days of a period in the currencies that a company configures: no statement is fetched in another currency.
-- grain: one configured currency and business day
-- key: currency, business_date
-- reads: core.company
create or replace macro core.configured_day(period_start, period_end) as table (
  select company.zone, unnest(company.currencies) as currency, date.business_date
  from core.company as company
  cross join (
    select unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
  ) as date
);

-- statement: currency_day
-- The business days with their first instant and that of the next day.
-- grain: one configured currency and business day
-- key: currency, business_date
-- reads: core.configured_day
create or replace macro core.currency_day(period_start, period_end) as table (
  select distinct
    currency,
    business_date,
    timezone(zone, business_date::timestamp) as day_from,
    timezone(zone, (business_date + interval 1 day)::timestamp) as day_to
  from core.configured_day(period_start, period_end)
);

-- statement: concerns_day
-- Whether a receipt may have something of a day: by its window, or, without one, because it arrived after the day. A balance is read at an
-- instant, so the readings at both ends of the day count. day: a row of core.currency_day
create or replace macro core.concerns_day(receipt, day) as (
  case
    when receipt.window_from is null then receipt.received_at >= day.day_to
    else (receipt.window_from < day.day_to and receipt.window_to > day.day_from)
      or (receipt.window_from = receipt.window_to and receipt.window_from in (day.day_from, day.day_to))
  end
);

-- statement: first_day
-- The first day from which everything that the gateway sent is known: the company's first business day, for which open items
-- were taken on, or a week after the first statement line, since earlier transfers may still arrive.
-- grain: one row; null without a first business day or a statement line
-- key: known_from
-- reads: core.company_terms, core.payment_now
create or replace view core.first_day as
select coalesce((select starts_on from core.company_terms), min(business_date) + 7) as known_from
from core.payment_now;
