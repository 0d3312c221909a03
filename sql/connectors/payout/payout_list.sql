-- The lists that the payout service answers with, by the kind of their receipts, and their names past this connector.
-- grain: one list
-- key: receipt_kind
-- reads: nothing
create or replace view staging.payout_list as
select receipt_kind, list
from (values
  ('accounts', 'payout_accounts'),
  ('send_limits', 'payout_movements'),
  ('send_instructions', 'payouts'),
  ('bank_accounts', 'recipients')
) as named (receipt_kind, list);
