-- grain: one item of one reconciliation; key: reconciliation, company, item_key. Here only matches that could have gone another way, for a person to decide.
-- reads: mart.item
create or replace view mart.suggested as
select item.* from mart.item as item where item.outcome = 'suggested';
