-- When each statement was requested: it has nothing that was paid later, whenever it was received and whatever its window is.
-- refusal: why the answer to the request was refused; only this answer has the company and the mode (live or test) of the statement
-- grain: one statement of a window, in either format, that was loaded, or whose content was loaded before
-- key: file_id
-- reads: raw.receipt, core.company_input
create or replace view derive.statement_requested as
select
  receipt.file_id,
  least(receipt.received_at, arg_max(request.received_at, request.file_id)) as requested_at,
  arg_max(struct_pack(text := case
      when request.load_status = 'refused' then request.load_message
      when request.rejected_count > 0 then 'Its record was rejected.'
    end), request.file_id).text as refusal
from raw.receipt as receipt
inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
left join raw.receipt as request
  on request.company = receipt.company and request.kind = receipt.kind || '_request'
  and request.currency is not distinct from receipt.currency
  and request.window_from = receipt.window_from and request.window_to = receipt.window_to
  and request.file_id < receipt.file_id
where input.coverage in ('window', 'window_of_statement') and receipt.window_from is not null
  and receipt.load_status in ('loaded', 'repeated')
group by receipt.file_id, receipt.received_at;

create table if not exists core.statement_requested as from derive.statement_requested limit 0;
