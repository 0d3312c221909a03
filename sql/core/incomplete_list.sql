-- The lists of a service of which a page is missing before the last one that was received.
-- grain: one reading of one list
-- key: company, kind, batch_id
-- reads: raw.receipt
create or replace view core.incomplete_list as
select company, kind, batch_id
from raw.receipt
where page is not null and load_status in ('loaded', 'repeated', 'refused')
group by company, kind, batch_id
having count(distinct page) < max(page);
