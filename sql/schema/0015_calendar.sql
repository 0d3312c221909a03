-- grain: one company whose configuration names a calendar
-- key: company
-- description: country, state and weekend, for people; weekend: ISO numbers of its days, Monday is 1
-- working_days: holidays and days of the weekend on which the company's banks work
-- fingerprint: what core.holiday and core.calendar_day were written from
create table core.company_calendar (
  company text not null,
  description text not null,
  weekend integer[] not null,
  working_days date[] not null,
  fingerprint text not null
);

-- grain: one holiday of a company
-- key: company, day, name
-- is_own: whether the configuration names the day itself
create table core.holiday (
  company text not null,
  day date not null,
  name text not null,
  is_own boolean not null
);

-- grain: one day of a calendar
-- key: company, day
-- company: '' in the calendar of companies that name none, which has weekends only
-- business_number: the number of business days up to this day; open_number: of days that are no holidays
-- holiday: what makes it none of them, where its weekday would
create table core.calendar_day (
  company text not null,
  day date not null,
  is_business_day boolean not null,
  business_number integer not null,
  open_number integer not null,
  holiday text
);

insert into core.calendar_day
select
  '',
  day,
  isodow(day) <= 5,
  sum((isodow(day) <= 5)::integer) over (order by day),
  row_number() over (order by day),
  null
from (select unnest(range(date '1990-01-01', date '2100-01-01', interval 1 day))::date as day);
