-- What was refused counts in the warehouse, and what the specifications do not name.
-- is_failed: the receipt is the failure of an answer, not a file
alter table raw.receipt add column is_failed boolean;

-- grain: one field or value of one receipt that the specification of its service does not name
-- key: file_id, record, field, value
-- value: null where the field itself is not named; seen_count: how often it is in the receipt
create table raw.unexpected (
  file_id integer not null,
  record text not null,
  field text not null,
  value text,
  seen_count bigint not null
);

-- A restatement is a change after this: the statement of the day was received whole, and agreed with the turnover.
-- grain: one currency and day that a run judged with a whole statement
-- key: run_id, company, currency, business_date
create table recon.judged_day (
  run_id integer not null,
  company text not null,
  currency text not null,
  business_date date not null,
  known_at timestamptz not null
);

-- the days that an earlier version judged
insert into recon.judged_day
select run.run_id, run.company, verdict.currency, verdict.business_date, run.known_at
from recon.run as run
inner join recon.verdict as verdict
  on verdict.company = run.company
  and verdict.business_date >= run.period_start and verdict.business_date < run.period_end
where verdict.verdict <> 'incomplete';
