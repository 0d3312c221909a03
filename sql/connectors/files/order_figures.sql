-- The accepted lines of one order file by business day, currency and kind. Reads incoming.
select
  business_date,
  currency,
  case when is_paid then 'order, paid' else 'order, not paid' end as kind,
  count(*) as line_count,
  sum(amount) as amount,
  null::decimal(38, 4) as fee
from incoming
where reject_code is null
group by all
