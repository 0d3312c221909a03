-- What each word in the Status column of a statement means; a line with another word is rejected. Where no money moved, the
-- line is kept and shown, and counts neither in turnover nor in the balance.
-- grain: one word
-- key: word
-- reads: nothing
create or replace view staging.statement_status as
select word, is_money_moved
from (values
  ('paid', true), ('cleared', true), ('settled', true), ('refunded', true), ('partially_refunded', true),
  ('pending_refund', true), ('chargeback', true), ('charged_back', true), ('success', true), ('completed', true),
  ('created', false), ('sent', false), ('viewed', false), ('error', false), ('cancelled', false), ('overdue', false),
  ('expired', false), ('blocked', false), ('hold', false), ('released', false), ('pending_release', false),
  ('pending_capture', false), ('preauthorized', false), ('pending_execute', false), ('pending_charge', false),
  ('pending', false), ('failed', false)
) as known (word, is_money_moved);
