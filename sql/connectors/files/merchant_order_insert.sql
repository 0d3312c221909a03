-- Adds each order of a file that is new or has changed. Reads incoming, which the load step fills.
insert into core.merchant_order by name
select
  company, order_id, reference, currency, amount, is_paid, status, refunded, customer_name, customer_email, purchase_id as payment_key, placed_at,
  business_date, file_id, line_no, content_hash, known_from, has_refunded, is_refund_missing
from incoming
anti join core.merchant_order as known
  on known.known_to is null and known.company = incoming.company and known.order_id = incoming.order_id
where reject_code is null
