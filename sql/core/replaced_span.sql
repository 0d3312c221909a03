-- The spans that a file of bank lines or orders proves to cover. The balances beside the lines of a table prove nothing about
-- the lines before its first one and after its last one, so its first and its last day are left out.
-- grain: one span of one file
-- key: none
-- reads: core.bank_statement, raw.receipt
create or replace macro core.replaced_span(the_file_id) as table (
  select
    statement.currency,
    statement.account,
    case when receipt.format in ('csv', 'xlsx') then statement.first_day + 1 else statement.first_day end as first_day,
    case when receipt.format in ('csv', 'xlsx') then statement.last_day - 1 else statement.last_day end as last_day
  from core.bank_statement as statement
  inner join raw.receipt as receipt on receipt.file_id = statement.file_id
  where statement.file_id = the_file_id
);
