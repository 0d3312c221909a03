-- grain: one configuration of one company that was recorded
-- key: company, configuration_sha256
-- reads: raw.receipt, raw.json_record
create or replace view publish.configuration as
select
  receipt.company,
  receipt.sha256 as configuration_sha256,
  min(receipt.received_at) as first_used_at,
  max(receipt.file_id) = max(max(receipt.file_id)) over (partition by receipt.company) as is_in_force,
  any_value(record.body ->> '$.program') as program_version,
  any_value(record.body ->> '$.rules') as rules_sha256,
  any_value(record.body) as content
from raw.receipt as receipt
inner join raw.json_record as record on record.file_id = receipt.file_id
where receipt.kind = 'configuration'
group by receipt.company, receipt.sha256;

create table if not exists mart.configuration as from publish.configuration limit 0;

comment on table mart.configuration is 'One recorded configuration. Which terms, calendar, passes and own files did the runs have that name it?';
comment on column mart.configuration.company is 'Company, as named in the configuration.';
comment on column mart.configuration.configuration_sha256 is 'SHA-256 of the recorded text, by which runs name it (mart.run).';
comment on column mart.configuration.first_used_at is 'When it was recorded first.';
comment on column mart.configuration.is_in_force is 'Whether it is the one that was recorded last.';
comment on column mart.configuration.program_version is 'Version of the program that recorded it.';
comment on column mart.configuration.rules_sha256 is 'SHA-256 of the SQL of that version, by which figures are computed.';
comment on column mart.configuration.content is 'What changes verdicts, as JSON: the company without secrets, addresses, paths and limits, rules for decisions, match passes, own SQL files, and the holidays in effect.';
