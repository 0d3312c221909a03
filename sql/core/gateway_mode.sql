-- Whether the company's statements are of test mode, by the gateway's latest answer to a statement request.
-- grain: one company
-- key: company
-- reads: raw.json_record, raw.receipt
create or replace view core.gateway_mode as
select
  receipt.company,
  arg_max(try_cast(record.body ->> '$.is_test' as boolean), receipt.file_id) as is_test
from raw.json_record as record
inner join raw.receipt as receipt on receipt.file_id = record.file_id
where receipt.kind = 'statement_request' and try_cast(record.body ->> '$.is_test' as boolean) is not null
group by receipt.company;
