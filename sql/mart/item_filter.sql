-- statement: matched
-- grain: one item of one reconciliation
-- key: reconciliation, item_key
-- reads: mart.item
-- Only matched items.
create or replace view mart.matched as
select item.* from mart.item as item where item.outcome in ('matched', 'matched_with_tolerance');

comment on view mart.matched is 'Matched items. What was this payment matched with, and by which pass?';

-- statement: unmatched
-- grain: one item of one reconciliation
-- key: reconciliation, item_key
-- reads: mart.item
-- Only breaks, including overdue items.
create or replace view mart.unmatched as
select item.* from mart.item as item where item.is_break;

comment on view mart.unmatched is 'Breaks and overdue items. What is not reconciled, since when, and what is the next action?';

-- statement: suggested
-- grain: one item of one reconciliation
-- key: reconciliation, item_key
-- reads: mart.item
-- Only suggested matches.
create or replace view mart.suggested as
select item.* from mart.item as item where item.outcome = 'suggested';

comment on view mart.suggested is 'Suggested matches. What needs a decision?';
