-- The accepted lines of one bank file by booking day, currency and direction.
select
  booked_on as business_date,
  currency,
  case when amount < 0 then 'money out' else 'money in' end as kind,
  count(*) as line_count,
  sum(abs(amount)) as amount,
  null::decimal(38, 4) as fee
from staging.bank_line($file_id)
where reject_code is null
group by all
