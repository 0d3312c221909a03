-- The lake of tieout for Trino with the Hive connector, whose catalog is called hive here. After each publication, call
-- sync_partition_metadata again: a new month, and a new company, is a new partition. Times are those of UTC.
create schema if not exists hive.lake;
use hive.lake;

create table if not exists manifest_files (
  manifest bigint, published_at varchar, program varchar, schema varchar, file_count bigint, relation varchar, partition_month varchar,
  path varchar, file_name varchar, row_count bigint, byte_count bigint, sha256 varchar, company varchar
) with (external_location = '{{address}}/manifest', format = 'JSON', partitioned_by = array['company']);
call hive.system.sync_partition_metadata('lake', 'manifest_files', 'FULL');

-- The files in force: those of the last complete manifest of each company that is a minute old, so that its files are in every listing
-- of this query; of a company without one, those of its first.
create or replace view lake_file as
with complete as (
  select company, manifest, max(from_iso8601_timestamp(published_at)) <= current_timestamp - interval '1' minute as is_settled
  from manifest_files group by company, manifest having count(*) = max(file_count)
),
in_force as (
  select company, coalesce(max(case when is_settled then manifest end), min(manifest)) as manifest from complete group by company
)
select line.* from manifest_files as line
inner join in_force on in_force.company = line.company and in_force.manifest = line.manifest;
-- for each relation

create table if not exists "{{name}}_files" ({{types}}, company varchar, partition_month varchar) with (
  external_location = '{{address}}/{{name}}', format = 'PARQUET', partitioned_by = array['company', 'partition_month']
);
call hive.system.sync_partition_metadata('lake', '{{name}}_files', 'FULL');
create or replace view {{relation}} as
select {{columns}}, partition_month
from "{{name}}_files"
where regexp_extract("$path", '[^/]+$') in (select file_name from lake_file where relation = '{{name}}');
-- for each filter

create or replace view {{relation}} as select * from item where {{condition}};
