-- cause_item_count: the open items of the causes that begin on the day
-- reason_parts: the reason in two parts, between which the causes are said once they are known
alter table recon.verdict add column cause_item_count bigint;
alter table recon.verdict add column reason_parts text[];
