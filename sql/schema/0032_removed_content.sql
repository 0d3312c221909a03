-- is_removed: the content of a refused file is no longer kept in landing; only the reason is
alter table raw.receipt add column is_removed boolean default false;
