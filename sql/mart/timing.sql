-- grain: one item of one reconciliation; key: reconciliation, company, item_key. Here only what is expected by a day that has not come.
-- reads: mart.item
create or replace view mart.timing as
select item.* from mart.item as item where item.outcome = 'timing';
