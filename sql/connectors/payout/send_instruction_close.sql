-- Ends the version of each send instruction that this page tells otherwise.
update core.send_instruction
set known_to = incoming.known_from
from staging.send_instruction($file_id) as incoming
where send_instruction.known_to is null
  and incoming.reject_code is null
  and send_instruction.company = incoming.company
  and send_instruction.send_instruction_id = incoming.send_instruction_id
  and send_instruction.content_hash <> incoming.content_hash
