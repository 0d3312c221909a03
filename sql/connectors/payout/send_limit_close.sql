-- Ends the version of each send limit that this page tells otherwise.
update core.send_limit
set known_to = incoming.known_from
from staging.send_limit($file_id) as incoming
where send_limit.known_to is null
  and incoming.reject_code is null
  and send_limit.company = incoming.company
  and send_limit.send_limit_id = incoming.send_limit_id
  and send_limit.content_hash <> incoming.content_hash
