-- Matches the items that were decided to belong together, as long as their figures have not changed: such an item is matched
-- by the pass `by_hand`, and its evidence holds the outcome before.
update recon.item as item
set outcome = 'matched',
  reason_code = null,
  reason = core.say('matched_by_hand', {
    partners: array_to_string(list_transform(list_sort(decision.matched_with), lambda partner: substr(partner, 1, 12)), ', '),
    author: decision.author,
    approved_by: decision.approved_by
  }),
  match_pass = 'by_hand',
  expected_on = null,
  becomes_break_on = null,
  evidence = to_json(struct_pack(was := item.outcome, reason_was := item.reason_code, "with" := list_sort(decision.matched_with)))::text,
  runners_up = null
from recon.decision_now as decision
where item.run_id = $run_id
  and decision.break_id = item.break_id
  and decision.decision = 'match'
  and decision.is_settled
