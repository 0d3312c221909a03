-- Ends the version of each bank account that this page tells otherwise.
update core.bank_account
set known_to = incoming.known_from
from staging.bank_account($file_id) as incoming
where bank_account.known_to is null
  and incoming.reject_code is null
  and bank_account.company = incoming.company
  and bank_account.bank_account_id = incoming.bank_account_id
  and bank_account.content_hash <> incoming.content_hash
