-- Brings a DuckLake up to date with the lake of tieout. Run duckdb.sql first in the same session, and attach the DuckLake:
--   attach 'ducklake:catalog.ducklake' as mirror (data_path 'data', data_inlining_row_limit 0);
-- Run it again after each publication. Only partitions whose files have changed are copied, in one transaction.
begin;
create table if not exists mirror.lake_loaded (relation varchar, company varchar, partition_month varchar, file_name varchar);
create or replace temp table in_force as select relation, company, partition_month, file_name from lake_file;
create or replace temp table changed as
select relation, company, partition_month
from ((from in_force except from mirror.lake_loaded) union all (from mirror.lake_loaded except from in_force)) as either;
-- for each relation

create table if not exists mirror.{{relation}} as from {{relation}} limit 0;
delete from mirror.{{relation}}
where (company, partition_month) in (select (company, partition_month) from changed where relation = '{{name}}');
insert into mirror.{{relation}} from {{relation}}
where (company, partition_month) in (select (company, partition_month) from changed where relation = '{{name}}');
-- at the end

delete from mirror.lake_loaded;
insert into mirror.lake_loaded from in_force;
commit;
