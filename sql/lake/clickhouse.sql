-- The lake of tieout for ClickHouse, as views that follow its manifests. For an address such as s3://bucket/lake, the views use the table
-- function s3; replace it for other stores.

-- The files in force: those of the last complete manifest of each company that is a minute old, so that its files are in every listing
-- of this query; of a company without one, those of its first.
create or replace view lake_file as
with line as (
  select *
  from {{source}}(
    '{{address}}/manifest/company=*/*.json', 'JSONEachRow',
    'manifest Int64, published_at String, program String, schema String, file_count Int64, company String, relation String,
    partition_month String, path String, file_name String, row_count Int64, byte_count Int64, sha256 String'
  )
),
complete as (
  select company, manifest, max(parseDateTime64BestEffort(published_at, 3)) <= now() - interval 1 minute as is_settled
  from line group by company, manifest having count(*) = max(file_count)
),
in_force as (
  select company, coalesce(max(case when is_settled then manifest end), min(manifest)) as manifest from complete group by company
)
select line.* from line inner join in_force using (company, manifest);
-- for each relation

create or replace view {{relation}} as
select {{columns}}, extract(_path, 'partition_month=([^/]+)') as partition_month
from {{source}}('{{address}}/{{name}}/company=*/partition_month=*/*.parquet', 'Parquet', {{types}})
where _file in (select file_name from lake_file where relation = '{{name}}');
-- for each filter

create or replace view {{relation}} as select * from item as item where {{condition}};
