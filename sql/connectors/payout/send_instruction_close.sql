-- Ends the current version of each payout whose record differs on this page.
update core.payout
set known_to = incoming.known_from
from staging.send_instruction($file_id) as incoming
where payout.known_to is null
  and incoming.reject_code is null
  and payout.company = incoming.company
  and payout.payout_id = incoming.send_instruction_id
  and payout.content_hash <> incoming.content_hash
