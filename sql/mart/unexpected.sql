-- grain: one field or value of one receipt that is not as in the specification, or not as in the other records
-- key: receipt_id, record, field, value
-- reads: raw.unexpected, raw.receipt
create or replace view mart.unexpected as
select
  receipt.company, receipt.source, receipt.kind, unexpected.record, unexpected.field, unexpected.value, unexpected.seen_count,
  receipt.window_from, receipt.window_to, receipt.received_at, unexpected.file_id as receipt_id, receipt.file_name
from raw.unexpected as unexpected
inner join raw.receipt as receipt on receipt.file_id = unexpected.file_id;

comment on view mart.unexpected is 'Fields, values and figures that differ from the specification or from other records of the service. They are kept as received. What changed at the services?';
comment on column mart.unexpected.company is 'Company, as named in the configuration.';
comment on column mart.unexpected.source is 'Connector: gateway, payout or files.';
comment on column mart.unexpected.kind is 'Kind of file or page.';
comment on column mart.unexpected.record is 'Record of the specification.';
comment on column mart.unexpected.field is 'Name of the field or column; in brackets, what is wrong with it.';
comment on column mart.unexpected.value is 'Value that is not named; null where it is the field itself.';
comment on column mart.unexpected.seen_count is 'How often it is in the file or page.';
comment on column mart.unexpected.window_from is 'Start of the period of the file or page, if it has one.';
comment on column mart.unexpected.window_to is 'End of that period, exclusive.';
comment on column mart.unexpected.received_at is 'Time of receipt.';
comment on column mart.unexpected.receipt_id is 'Receipt number in the landing index.';
comment on column mart.unexpected.file_name is 'Name of the file.';
