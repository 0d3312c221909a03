-- grain: one item of one reconciliation; key: reconciliation, company, item_key. Here only what agrees.
-- reads: mart.item
create or replace view mart.matched as
select item.* from mart.item as item where item.outcome in ('matched', 'matched_with_tolerance');
