-- What a user needs to mend a refused file, and which days a file is about.
-- load_remedy, load_line: of the refusal
alter table raw.receipt add column load_remedy text;
alter table raw.receipt add column load_line bigint;

-- grain: one file that was loaded, with the first and the last business day of its accepted lines
-- key: file_id
create table raw.file_span (
  file_id integer not null,
  first_day date not null,
  last_day date not null
);

-- the files that were loaded by an earlier version
insert into raw.file_span
select file_id, min(business_date), max(business_date)
from (
  select file_id, business_date from core.payment
  union all
  select file_id, business_date from core.merchant_order
  union all
  select file_id, booked_on from core.bank_line
  union all
  select file_id, business_date from core.callback
)
where business_date is not null
group by file_id;
