-- What each word in the Type column of a statement means; a line with another word is rejected.
-- grain: one word
-- key: word
-- reads: nothing
create or replace view staging.statement_type as
select word, kind, direction
from (values
  ('purchase', 'payment', 'incoming'),
  ('purchase_charge', 'payment', 'incoming'),
  ('invoice', 'payment', 'incoming'),
  ('subscription', 'payment', 'incoming'),
  ('bank_payment', 'payment', 'incoming'),
  ('refund', 'refund', 'outgoing'),
  ('custom', 'disbursement', 'outgoing'),
  ('custom_payment', 'disbursement', 'outgoing'),
  ('payout', 'payout', 'outgoing'),
  ('chargeback', 'chargeback', 'outgoing'),
  ('chargeback_reversal', 'chargeback_reversal', 'incoming')
) as known (word, kind, direction);
