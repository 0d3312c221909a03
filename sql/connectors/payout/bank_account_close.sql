-- Ends the current version of each recipient whose record differs on this page.
update core.recipient
set known_to = incoming.known_from
from staging.bank_account($file_id) as incoming
where recipient.known_to is null
  and incoming.reject_code is null
  and recipient.company = incoming.company
  and recipient.recipient_id = incoming.bank_account_id
  and recipient.content_hash <> incoming.content_hash
