-- The accepted lines of one take-on file by day, currency and item. Reads incoming.
select occurred_on as business_date, currency, 'opening ' || item as kind, count(*) as line_count, sum(amount) as amount, sum(fee) as fee
from incoming
where reject_code is null
group by all
