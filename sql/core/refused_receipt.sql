-- The refused files and failed answers in force: those that nothing later replaces. An answer for a window is replaced by a
-- later one for it, a list by a later complete list, the record of one recipient by a later answer about the same one, a file
-- by one of the same name or content. coverage: null for a kind that no day needs
-- grain: one refused receipt
-- key: file_id
-- reads: raw.receipt, core.company_input, core.incomplete_list
create or replace view derive.refused_receipt as
select
  receipt.*,
  input.input,
  input.coverage,
  case
    when receipt.is_failed then receipt.load_message
    else receipt.file_name || case when receipt.load_line is null then '' else ', line ' || receipt.load_line end || ': ' || receipt.load_message
  end as refusal
from raw.receipt as receipt
left join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
where receipt.load_status = 'refused'
  -- that a service does not know a recipient is an answer
  and receipt.load_code is distinct from 'RECIPIENT_UNKNOWN'
  and not exists (
    select 1
    from raw.receipt as later
    where later.company = receipt.company
      and later.kind = receipt.kind
      and later.file_id > receipt.file_id
      and (later.load_status in ('loaded', 'repeated') or later.load_code = 'RECIPIENT_UNKNOWN')
      and case
        when receipt.window_from is not null then
          later.window_from <= receipt.window_from and later.window_to >= receipt.window_to
          and coalesce(later.currency = receipt.currency, true)
        when receipt.page is not null then later.is_last_page and later.batch_id is distinct from receipt.batch_id
          and not exists (
            select 1 from core.incomplete_list as cut
            where cut.company = later.company and cut.kind = later.kind and cut.batch_id is not distinct from later.batch_id
          )
        when receipt.request_path is not null then later.request_path = receipt.request_path
        else later.file_name = receipt.file_name or later.sha256 = receipt.sha256
      end
  );

create table if not exists core.refused_receipt as from derive.refused_receipt limit 0;
