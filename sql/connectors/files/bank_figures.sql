-- The accepted lines of one bank file by booking day, currency and direction.
select
  business_date,
  currency,
  case when amount < 0 then 'money out' else 'money in' end as kind,
  count(*) as line_count,
  sum(abs(amount)) as amount,
  null::decimal(38, 4) as fee
from incoming
where reject_code is null
group by all
