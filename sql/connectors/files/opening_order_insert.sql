-- Adds the open orders of a take-on file, unless a file of orders has reported them. Their payment is expected. Reads incoming.
insert into core.merchant_order by name
select
  company, item_id as order_id, coalesce(reference, item_id) as reference, currency, amount, true as is_paid, 'taken_on' as status,
  0 as refunded, timezone((select zone from raw.receipt where file_id = $file_id), occurred_on::timestamp) as placed_at,
  occurred_on as business_date, file_id, line_no,
  md5(concat_ws('|', item, item_id, reference, occurred_on, currency, amount)) as content_hash, known_from
from incoming
where reject_code is null and item = 'order'
  and not exists (
    select 1
    from core.merchant_order as known
    where known.known_to is null and known.company = incoming.company and known.order_id = incoming.item_id
  )
