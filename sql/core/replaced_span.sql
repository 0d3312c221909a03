-- The spans of which a file of bank lines or orders replaces what earlier files have: those that it covers. A balance that goes on
-- from an earlier file covers the days before the file's own lines too, and replaces nothing of them.
-- grain: one span of one file, for one reason
-- key: none
-- reads: derive.coverage, core.bank_statement
create or replace macro core.replaced_span(the_file_id) as table (
  select currency, account, first_day, last_day
  from derive.coverage
  where file_id = the_file_id and basis <> 'balance'
  union all
  select
    coverage.currency, coverage.account, greatest(coverage.first_day, statement.first_day), least(coverage.last_day, statement.last_day)
  from derive.coverage as coverage
  inner join core.bank_statement as statement
    on statement.file_id = coverage.file_id and statement.currency = coverage.currency
    and statement.account is not distinct from coverage.account
  where coverage.file_id = the_file_id and coverage.basis = 'balance'
);
