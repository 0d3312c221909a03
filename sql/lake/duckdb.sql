-- The lake of tieout for DuckDB and MotherDuck, as views that follow its manifests. For an address such as s3://bucket/lake, install and
-- load httpfs first.

-- The files in force: those of the last complete manifest of each company that is a minute old, so that its files are in every listing
-- of this query; of a company without one, those of its first.
create or replace view lake_file as
with line as (
  from read_json(
    '{{address}}/manifest/company=*/*.json', format = 'newline_delimited', hive_partitioning = false,
    columns = {
      manifest: 'bigint', published_at: 'timestamptz', program: 'varchar', "schema": 'varchar', file_count: 'bigint', company: 'varchar',
      relation: 'varchar', partition_month: 'varchar', path: 'varchar', file_name: 'varchar', row_count: 'bigint', byte_count: 'bigint',
      sha256: 'varchar', sums: 'json'
    }
  )
),
complete as (
  select company, manifest, max(published_at) <= now() - interval 1 minute as is_settled
  from line group by company, manifest having count(*) = max(file_count)
),
in_force as (
  select company, coalesce(max(case when is_settled then manifest end), min(manifest)) as manifest from complete group by company
)
select line.* from line inner join in_force using (company, manifest);
-- for each relation

create or replace view {{relation}} as
select {{columns}}, partition_month
from read_parquet(
  '{{address}}/{{name}}/company=*/partition_month=*/*.parquet', union_by_name = true, filename = 'path_of_file',
  hive_partitioning = true, hive_types = {company: varchar, partition_month: varchar}
)
where parse_filename(path_of_file) in (select file_name from lake_file where relation = '{{name}}');
comment on view {{relation}} is {{comment}};
-- for each column
comment on column {{relation}}.{{column}} is {{meaning}};
-- for each filter

create or replace view {{relation}} as select * from item as item where {{condition}};
comment on view {{relation}} is {{comment}};
