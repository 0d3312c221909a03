-- statement: declared_span_insert
-- Adds what a person declares about the days that a file covers.
insert into core.declared_span
select receipt_id, kind, sha256, first_day, last_day, author, declared_at
from staging.declared_span($receipt_id)
where is_understood;

-- statement: declared_span_reject
-- Keeps a declaration that cannot be read, with the reason.
insert into staging.rejected_row
select receipt_id, 1, 'declaration_unreadable', 'The declaration has no author, no file or no days.', raw_text, null
from staging.declared_span($receipt_id)
where not is_understood;

-- statement: declared_order_text
-- The rows of the order file that a person declares to be whole, as they were loaded.
create or replace temp table file_line as
from raw.order_line where receipt_id = core.replacing_file($receipt_id);

-- statement: declared_order
-- The same rows, typed.
create or replace temp table incoming as
from staging.merchant_order(core.replacing_file($receipt_id), $zone, 'file_line');

-- statement: declared_bank_text
-- The lines of the bank file, or file of a list, that a person declares to be whole, as they were loaded.
create or replace temp table file_line as
from raw.bank_statement_line where receipt_id = core.replacing_file($receipt_id);

-- statement: declared_bank_line
-- The same lines, typed.
create or replace temp table incoming as
from staging.bank_line(core.replacing_file($receipt_id), $zone, 'file_line');

-- statement: declared_text_done
-- The lines of the steps before.
drop table if exists temp.file_line;

-- statement: declared_done
-- The typed lines of the steps before.
drop table if exists temp.incoming;

-- statement: stated_span
-- Records the period that a file states above its lines: two days on one row, or one row with the first day and one row with
-- the last. A file with two different periods states no period. Where the order of day and month is not known, the order in
-- which the two days are a period is used, unless they are a period in both.
insert into raw.stated_span
with
preamble as (
  select
    preamble.line_no,
    staging.tidy_text(preamble.written) as written,
    unnest(case when receipt.date_order is null then ['day_first', 'month_first'] else [receipt.date_order] end) as date_order
  from raw.preamble as preamble
  inner join raw.receipt as receipt on receipt.receipt_id = preamble.receipt_id
  where preamble.receipt_id = $receipt_id
),
span as (
  select line_no, date_order, unnest(staging.span_from_text(written, date_order)) from preamble
),
reading as (
  select
    min(line_no) as line_no,
    min(first_day) as first_day,
    min(last_day) as last_day,
    count(first_day) + count(last_day) as day_count,
    count(distinct first_day) <= 1 and count(distinct last_day) <= 1 and coalesce(min(first_day) <= min(last_day), true) as is_one
  from span
  where first_day is not null or last_day is not null
  group by date_order
),
fullest as (
  select * from reading where day_count = (select max(day_count) from reading)
)
select $receipt_id, min(line_no), min(first_day), min(last_day)
from fullest
having bool_and(is_one) and count(distinct (first_day, last_day)) = 1;
