-- Ends the version of each order that this file tells otherwise.
update core.book_order
set known_to = incoming.known_from
from staging.book_order($file_id, $zone) as incoming
where book_order.known_to is null
  and incoming.reject_code is null
  and book_order.company = incoming.company
  and book_order.order_id = incoming.order_id
  and book_order.content_hash <> incoming.content_hash
