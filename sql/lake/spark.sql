-- The lake of tieout for Spark SQL. After each publication, run "msck repair table" again: a new month, and a new company, is a new
-- partition. Times are shown in the time zone of the session (spark.sql.session.timeZone).
create database if not exists lake;
use lake;

create table if not exists manifest_files (
  manifest bigint, published_at string, program string, schema string, file_count bigint, relation string, partition_month string,
  path string, file_name string, row_count bigint, byte_count bigint, sha256 string, company string
) using json partitioned by (company) location '{{address}}/manifest';
msck repair table manifest_files;

-- The files in force: those of the last complete manifest of each company that is a minute old, so that its files are in every listing
-- of this query; of a company without one, those of its first.
create or replace view lake_file as
with complete as (
  select company, manifest, max(to_timestamp(published_at)) <= current_timestamp() - interval 1 minute as is_settled
  from manifest_files group by company, manifest having count(*) = max(file_count)
),
in_force as (
  select company, coalesce(max(case when is_settled then manifest end), min(manifest)) as manifest from complete group by company
)
select line.* from manifest_files as line
inner join in_force on in_force.company = line.company and in_force.manifest = line.manifest;
-- for each relation

create table if not exists `{{name}}_files` ({{types}}, company string, partition_month string)
using parquet partitioned by (company, partition_month) location '{{address}}/{{name}}';
msck repair table `{{name}}_files`;
create or replace view {{relation}} as
select {{columns}}, partition_month
from `{{name}}_files`
where _metadata.file_name in (select file_name from lake_file where relation = '{{name}}');
-- for each filter

create or replace view {{relation}} as select * from item where {{condition}};
