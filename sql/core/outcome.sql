-- The outcomes that an item can have, in the order in which reports list them.
-- grain: one outcome
-- key: outcome
-- reads: nothing
create or replace view recon.outcome as
select outcome, is_break, is_open, list_order
from (values
  ('matched', false, false, 1), ('matched_with_tolerance', false, false, 2), ('suggested', false, true, 3), ('timing', false, true, 4),
  ('overdue', true, true, 5), ('missing_left', true, true, 6), ('missing_right', true, true, 7), ('amount_differs', true, true, 8),
  ('status_differs', true, true, 9), ('duplicate', true, true, 10), ('orphan_refund', true, true, 11), ('over_refund', true, true, 12),
  ('fee_differs', true, true, 13), ('control_breach', true, true, 14), ('restated', true, true, 15)
) as known (outcome, is_break, is_open, list_order);
