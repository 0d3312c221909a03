-- The accepted lines of one file of callbacks by business day, currency and kind. Reads incoming.
select
  business_date,
  currency,
  coalesce(kind, 'no movement of money') as kind,
  count(*) as line_count,
  sum(amount) as amount,
  null::decimal(38, 4) as fee
from incoming
where reject_code is null
group by all
