-- Ends the current version of each movement of the payout account whose record differs on this page.
update core.payout_movement
set known_to = incoming.known_from
from staging.send_limit($file_id) as incoming
where payout_movement.known_to is null
  and incoming.reject_code is null
  and payout_movement.company = incoming.company
  and payout_movement.movement_id = incoming.send_limit_id
  and payout_movement.content_hash <> incoming.content_hash
