-- Ends the current version of each order that this file changes. Reads incoming, which the load step fills.
update core.merchant_order
set known_to = incoming.known_from, ended_by = incoming.file_id
from incoming as incoming
where merchant_order.known_to is null
  and incoming.reject_code is null
  and merchant_order.company = incoming.company
  and merchant_order.order_id = incoming.order_id
  and merchant_order.content_hash <> incoming.content_hash
