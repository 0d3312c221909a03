-- statement: bank_statement_insert
-- Keeps the proven balances of each statement in a bank file. A balance beside the lines of a table counts where every step
-- agrees; a closing balance alone, and the balance beside a single line, are proven by the statement before.
insert into core.bank_statement by name
select
  proof.receipt_id, proof.statement_no, proof.account, coalesce(proof.currency, receipt.currency) as currency, proof.identifier,
  coalesce(proof.first_day, proof.closing_on) as first_day, coalesce(proof.closing_on, proof.last_day) as last_day,
  proof.opening, proof.closing, receipt.received_at as known_from
from staging.bank_proof($receipt_id, 'incoming') as proof
inner join raw.receipt as receipt on receipt.receipt_id = proof.receipt_id
where proof.is_readable and proof.closing is not null and coalesce(proof.currency, receipt.currency) is not null
  and coalesce(proof.closing_on, proof.last_day) is not null
union all
select
  receipt.receipt_id, (row_number() over (order by balance.account, balance.currency))::integer, balance.account, balance.currency, null,
  balance.first_day, balance.last_day, balance.opening, balance.closing, receipt.received_at
from running_balance as balance
inner join raw.receipt as receipt on receipt.receipt_id = $receipt_id
where balance.state = 'proven' and balance.closing is not null and balance.last_day is not null
union all
-- the balance beside a single line counts where the balance before the line is a known closing balance
select
  receipt.receipt_id, (1000 + row_number() over (order by line.account, line.currency))::integer, line.account, line.currency, null,
  line.booked_on, line.booked_on, line.running_balance - line.amount, line.running_balance, receipt.received_at
from (
  select
    any_value(line_no) as line_no, account, currency, any_value(booked_on) as booked_on, any_value(amount) as amount,
    any_value(running_balance) as running_balance
  from incoming
  where is_table and coalesce(reject_code not in ('summary_row', 'not_booked', 'continuation'), true)
  group by account, currency
  having count(*) = 1
) as line
inner join raw.receipt as receipt on receipt.receipt_id = $receipt_id
where exists (
  select 1
  from core.bank_statement as earlier
  where earlier.account is not distinct from line.account and earlier.currency = line.currency
    and earlier.last_day <= line.booked_on and earlier.closing = line.running_balance - line.amount
);

-- statement: bank_balance
-- Refuses a bank file in which an opening balance and the lines below it do not give the closing balance.
select
  'FILE_BALANCE_CONTRADICTS' as code,
  format(
    'The {} begins with a balance of {} (line {}) and ends with {} (line {}), but its lines add up to {}: {} {}.',
    title, core.money_text(currency, opening), opening_line, core.money_text(currency, closing), closing_line,
    core.money_text(currency, amount), core.money_text(currency, abs(closing - opening - amount)),
    case when closing - opening > amount then 'is missing from the lines' else 'is too much in the lines' end
  ) as message,
  'An entry is missing, doubled or changed: download the statement again. Nothing of the file was loaded.' as remedy,
  closing_line as line_no
from staging.bank_proof($receipt_id, 'incoming')
where is_readable and opening + amount <> closing
order by statement_no
limit 1;

-- statement: bank_totals
-- Refuses a bank file that states a number of entries or sums other than those of its entries. A reversing entry may be counted
-- on the side of the entry that it reverses.
with
contradiction as (
  select
    statement_no,
    line_no,
    title,
    case
      when entry_count <> line_count then format('states {} entries and has {}', entry_count, line_count)
      when is_readable and stated_credits not in (credit_sum, credit_sum - debits_taken_back + credits_taken_back, credit_sum - debits_taken_back, credit_sum - credits_taken_back)
        then format('states credits of {}, and its credits add up to {}', core.money_text(currency, stated_credits), core.money_text(currency, credit_sum))
      when is_readable and stated_debits not in (debit_sum, debit_sum - credits_taken_back + debits_taken_back, debit_sum - credits_taken_back, debit_sum - debits_taken_back)
        then format('states debits of {}, and its debits add up to {}', core.money_text(currency, stated_debits), core.money_text(currency, debit_sum))
    end as what
  from staging.bank_proof($receipt_id, 'incoming')
)
select
  'FILE_TOTALS_CONTRADICT' as code,
  format('The {} that begins on line {} {}.', title, line_no, what) as message,
  'An entry is missing, doubled or changed: download the statement again. Nothing of the file was loaded.' as remedy,
  line_no
from contradiction
where what is not null
order by statement_no
limit 1;

-- statement: bank_proof
-- What each statement in a bank file states, beside the sums of its lines.
-- title: the statement in a message, with its position in the file where it begins on the same line as another one
-- is_readable: every line has an amount in the currency of the statement; without that nothing can be proven
-- grain: one statement in a file
-- key: receipt_id, statement_no
-- reads: raw.file_claim, staging.rejected_row, and the table the_lines, which has the rows of staging.bank_line
create or replace macro staging.bank_proof(the_receipt_id, the_lines) as table (
  with
  -- an entry that the reader rejected belongs to the statement in whose lines it is
  rejected as (
    select claim.statement_no, min(rejected.line_no) as line_no, count(*) as line_count
    from raw.file_claim as claim
    inner join staging.rejected_row as rejected
      on rejected.receipt_id = the_receipt_id and rejected.line_no >= claim.line_no
      and rejected.reason_code in ('status_unknown', 'correction_not_applied')
    where claim.receipt_id = the_receipt_id and not exists (
      select 1
      from raw.file_claim as next
      where next.receipt_id = the_receipt_id and next.line_no > claim.line_no and next.line_no <= rejected.line_no
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
      -- some banks count a reversing entry on the side of the entry that it reverses
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
    -- a row with a balance or a total is no entry
    left join query_table(the_lines) as line
      on line.statement_no = claim.statement_no and line.reject_code is distinct from 'summary_row'
    where claim.receipt_id = the_receipt_id
    group by claim.statement_no
  )
  select
    claim.receipt_id,
    claim.statement_no,
    claim.line_no,
    coalesce('statement ' || coalesce(replace(claim.identifier, claim.account, staging.account_text(claim.account)), claim.identifier), 'statement')
      || coalesce(' of account ' || staging.account_text(claim.account), '')
      || case when count(*) over (partition by claim.line_no) > 1 then format(' (statement {} of the file)', claim.statement_no) else '' end
      as title,
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
  where claim.receipt_id = the_receipt_id
);
