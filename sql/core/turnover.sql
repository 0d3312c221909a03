-- statement: turnover_now
-- The latest answer about each day's turnover. since_receipt_id: the first answer since which the totals of the day have not
-- changed; later answers about parts of the day stay valid when the day is requested again.
-- grain: one currency, business day and direction
-- key: currency, business_date, direction
-- reads: core.turnover
create or replace view core.turnover_now as
with
newest as (
  select currency, business_date, direction, amount, fee, payment_count, receipt_id, known_from
  from core.turnover
  qualify row_number() over (partition by currency, business_date, direction order by receipt_id desc) = 1
),
since as (
  select
    newest.currency, newest.business_date, newest.direction,
    max(answer.receipt_id) filter (
      (answer.amount, answer.fee, answer.payment_count) is distinct from (newest.amount, newest.fee, newest.payment_count)
    ) as changed_receipt_id,
    list(answer.receipt_id) as receipt_ids
  from newest
  inner join core.turnover as answer
    on answer.currency = newest.currency and answer.business_date = newest.business_date
    and answer.direction = newest.direction
  group by newest.currency, newest.business_date, newest.direction
)
select
  newest.currency, newest.business_date, newest.direction, newest.amount, newest.fee, newest.payment_count,
  newest.receipt_id, newest.known_from,
  max(list_min(list_filter(since.receipt_ids, lambda id: id > coalesce(since.changed_receipt_id, 0)))) over (
    partition by newest.currency, newest.business_date
  ) as since_receipt_id
from newest
inner join since
  on since.currency = newest.currency and since.business_date = newest.business_date
  and since.direction = newest.direction;
