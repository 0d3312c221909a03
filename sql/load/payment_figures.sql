-- The accepted lines of one statement by business day, currency and kind. Reads incoming.
select
  business_date,
  currency,
  case when is_money_moved then kind else kind || ', not completed' end as kind,
  count(*) as line_count,
  sum(amount) as amount,
  sum(fee) as fee
from incoming
where reject_code is null
group by all
