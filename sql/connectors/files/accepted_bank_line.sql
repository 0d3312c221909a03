-- The lines of a bank file that are loaded. A statement that the file repeats is loaded once.
-- grain: one accepted line of a bank file
-- key: line_no
-- entry: what every bank states of a line; a balance, an account or an entry number may be missing in another export
-- reads: raw.file_claim, and the table the_lines, which has the rows of staging.bank_line
create or replace macro staging.accepted_bank_line(the_file_id, the_lines) as table (
  with
  repeated_statement as (
    select again.statement_no
    from raw.file_claim as again
    where again.file_id = the_file_id and exists (
      select 1
      from raw.file_claim as first
      where first.file_id = again.file_id and first.statement_no < again.statement_no
        and (first.account, first.currency, first.identifier, first.first_day, first.last_day, first.opening, first.closing)
          is not distinct from
          (again.account, again.currency, again.identifier, again.first_day, again.last_day, again.opening, again.closing)
        and first.opening is distinct from first.closing
    )
  )
  select
    line.*,
    (booked_on, currency, amount, value_on, description, reference) as entry,
    row_number() over (
      partition by booked_on, currency, amount, value_on, description, reference, balance, account, entry_id order by line_no
    ) as occurrence
  from query_table(the_lines) as line
  where reject_code is null and coalesce(statement_no, 0) not in (select statement_no from repeated_statement)
);
