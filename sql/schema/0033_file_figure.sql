-- What the accepted lines of a file sum up to: computed once, while its rows are typed, and read by what reports an import.

-- grain: one file, business day, currency and kind of line
-- key: file_id, business_date, currency, kind
-- business_date, currency: null for lines that have none; amount, fee: null for kinds of file without them
create table raw.file_figure (
  file_id integer not null,
  business_date date,
  currency text,
  kind text not null,
  line_count bigint not null,
  amount decimal(38, 4),
  fee decimal(38, 4)
);

-- the statements that were loaded by an earlier version
insert into raw.file_figure
select
  file_id, business_date, currency, case when is_money_moved then kind else kind || ', not completed' end, count(*), sum(amount), sum(fee)
from core.payment
group by all;
