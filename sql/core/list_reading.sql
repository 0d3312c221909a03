-- The readings of the lists of services that were received whole: every page was received and loaded.
-- is_new: no page was received before with the same content, and no record was rejected
-- grain: one complete reading of one list
-- key: file_id
-- reads: raw.receipt, core.company_input, core.incomplete_list
create or replace view core.list_reading as
with batch as (
  select
    company,
    kind,
    coalesce(batch_id, file_id::text) as batch,
    bool_or(load_status not in ('loaded', 'repeated')) as has_refused_page,
    bool_and(load_status = 'loaded' and rejected_count = 0) as is_new
  from raw.receipt
  where page is not null
  group by company, kind, coalesce(batch_id, file_id::text)
)
select
  last_page.file_id,
  last_page.company,
  input.input as list,
  last_page.received_at as read_at,
  batch.is_new
from raw.receipt as last_page
inner join core.company_input as input on input.company = last_page.company and input.kind = last_page.kind
inner join batch
  on batch.company = last_page.company and batch.kind = last_page.kind
  and batch.batch = coalesce(last_page.batch_id, last_page.file_id::text)
where last_page.is_last_page
  and not batch.has_refused_page
  and not exists (
    select 1 from core.incomplete_list as cut
    where cut.company = last_page.company and cut.kind = last_page.kind and cut.batch_id is not distinct from last_page.batch_id
  );
