-- The rejected records of lists and of answers about one recipient, in force: those that no later complete list, or no later
-- answer about the same recipient, replaces. Such a record may belong to any day that the list was needed for.
-- grain: one receipt with rejected records
-- key: file_id
-- reads: raw.receipt, core.company_input, core.incomplete_list
create or replace view derive.rejected_answer as
select
  receipt.file_id, receipt.company, receipt.kind, receipt.batch_id, receipt.received_at, receipt.rejected_count
from raw.receipt as receipt
inner join core.company_input as input
  on input.company = receipt.company and input.kind = receipt.kind and input.coverage = 'list'
where receipt.load_status = 'loaded'
  and receipt.rejected_count > 0
  and not exists (
    select 1
    from raw.receipt as later
    where later.company = receipt.company
      and later.kind = receipt.kind
      and later.file_id > receipt.file_id
      and later.load_status = 'loaded'
      and case
        when receipt.page is not null then later.is_last_page and later.batch_id is distinct from receipt.batch_id
          and not exists (
            select 1 from core.incomplete_list as cut
            where cut.company = later.company and cut.kind = later.kind and cut.batch_id is not distinct from later.batch_id
          )
        else later.request_path = receipt.request_path
      end
  );

create table if not exists core.rejected_answer as from derive.rejected_answer limit 0;
