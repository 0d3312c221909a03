-- What each statement in a bank file states, beside the sums of its lines.
-- is_readable: every line has an amount in the currency of the statement; without that nothing can be proven
-- grain: one statement in a file
-- key: file_id, statement_no
-- reads: raw.file_claim, staging.rejected_row, and the table the_lines, which has the rows of staging.bank_line
create or replace macro staging.bank_proof(the_file_id, the_lines) as table (
  with
  -- an entry that the reader rejected belongs to the statement in whose lines it is
  rejected as (
    select claim.statement_no, min(rejected.line_no) as line_no, count(*) as line_count
    from raw.file_claim as claim
    inner join staging.rejected_row as rejected
      on rejected.file_id = the_file_id and rejected.line_no >= claim.line_no
      and rejected.reason_code in ('status_unknown', 'correction_not_applied')
    where claim.file_id = the_file_id and not exists (
      select 1
      from raw.file_claim as next
      where next.file_id = the_file_id and next.line_no > claim.line_no and next.line_no <= rejected.line_no
    )
    group by claim.statement_no
  ),
  sums as (
    select
      claim.statement_no,
      count(line.line_no) as line_count,
      coalesce(sum(line.amount), 0)::decimal(38, 4) as amount,
      coalesce(sum(line.amount) filter (line.amount > 0), 0) as credit_sum,
      -coalesce(sum(line.amount) filter (line.amount < 0), 0) as debit_sum,
      -- some banks count an entry that takes another one back on the side of the other one
      coalesce(sum(case when line.is_reversal then -line.amount end) filter (line.amount < 0), 0) as credits_taken_back,
      coalesce(sum(case when line.is_reversal then line.amount end) filter (line.amount > 0), 0) as debits_taken_back,
      -- a statement without lines is readable: its balances must be equal
      coalesce(
        bool_and(line.amount is not null and line.currency = coalesce(claim.currency, line.currency)) filter (line.line_no is not null),
        true
      ) as is_readable,
      min(line.line_no) filter (line.amount is null or line.currency <> claim.currency) as unreadable_line,
      coalesce(bool_or(line.is_turned and line.is_reversal), false) as is_turned
    from raw.file_claim as claim
    left join query_table(the_lines) as line on line.statement_no = claim.statement_no
    where claim.file_id = the_file_id
    group by claim.statement_no
  )
  select
    claim.file_id,
    claim.statement_no,
    claim.line_no,
    coalesce('statement ' || claim.identifier, 'statement') || coalesce(' of account ' || claim.account, '') as title,
    claim.account,
    claim.currency,
    claim.identifier,
    try_cast(claim.first_day as date) as first_day,
    try_cast(claim.last_day as date) as last_day,
    try_cast(claim.closing_on as date) as closing_on,
    claim.opening as opening_text,
    claim.closing as closing_text,
    claim.opening_line,
    claim.closing_line,
    try_cast(claim.opening as decimal(38, 6)) as opening,
    try_cast(claim.closing as decimal(38, 6)) as closing,
    claim.entry_count,
    try_cast(claim.credit_sum as decimal(38, 4)) as stated_credits,
    try_cast(claim.debit_sum as decimal(38, 4)) as stated_debits,
    sums.* exclude (statement_no, line_count, is_readable, unreadable_line),
    sums.line_count + coalesce(rejected.line_count, 0) as line_count,
    sums.is_readable and rejected.line_no is null as is_readable,
    coalesce(sums.unreadable_line, rejected.line_no) as unreadable_line
  from raw.file_claim as claim
  inner join sums on sums.statement_no = claim.statement_no
  left join rejected on rejected.statement_no = claim.statement_no
  where claim.file_id = the_file_id
);
