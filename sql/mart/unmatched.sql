-- grain: one item of one reconciliation; key: reconciliation, company, item_key. Here only breaks and what is overdue.
-- reads: mart.item
create or replace view mart.unmatched as
select item.* from mart.item as item where item.is_break;
