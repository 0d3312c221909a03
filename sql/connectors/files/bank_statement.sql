-- statement: bank_statement_insert
-- Keeps the proven balances of each statement in a bank file. A balance beside the lines of a table counts where every step
-- agrees; a closing balance alone, and the balance beside a single line, are proven by the statement before.
insert into core.bank_statement by name
select
  receipt.company, proof.receipt_id, proof.statement_no, proof.account, coalesce(proof.currency, receipt.currency) as currency, proof.identifier,
  coalesce(proof.first_day, proof.closing_on) as first_day, coalesce(proof.closing_on, proof.last_day) as last_day,
  proof.opening, proof.closing, receipt.received_at as known_from
from staging.bank_proof($receipt_id, 'incoming') as proof
inner join raw.receipt as receipt on receipt.receipt_id = proof.receipt_id
where proof.is_readable and proof.closing is not null and coalesce(proof.currency, receipt.currency) is not null
  and coalesce(proof.closing_on, proof.last_day) is not null
union all
select
  receipt.company, receipt.receipt_id, (row_number() over (order by balance.account, balance.currency))::integer, balance.account, balance.currency, null,
  balance.first_day, balance.last_day, balance.opening, balance.closing, receipt.received_at
from running_balance as balance
inner join raw.receipt as receipt on receipt.receipt_id = $receipt_id
where balance.state = 'proven' and balance.closing is not null and balance.last_day is not null
union all
-- the balance beside a single line counts where the balance before the line is a known closing balance
select
  receipt.company, receipt.receipt_id, (1000 + row_number() over (order by line.account, line.currency))::integer, line.account, line.currency, null, line.booked_on,
  line.booked_on, line.running_balance - line.amount, line.running_balance, receipt.received_at
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
  where earlier.company = receipt.company and earlier.account is not distinct from line.account and earlier.currency = line.currency
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

-- statement: bank_running
-- Refuses a table of bank lines whose balances do not agree with its amounts, and a table whose balances show that its amounts
-- have another sign. Balances of another kind, such as available balances, are loaded only if the configuration ignores them.
select
  case state when 'turned' then 'FILE_COLUMNS_CONTRADICT' else 'FILE_BALANCE_CONTRADICTS' end as code,
  case
    when state = 'turned' and has_no_sign then format(
      'The amounts have no sign, and some are money out: the balance falls from line {} to line {}{}.', from_line, to_line,
      coalesce(' (account ' || staging.account_text(account) || ')', '')
    )
    when state = 'turned' then format(
      'The amounts have the wrong sign: from line {} to line {}, and everywhere else, the balance moves the other way{}.',
      from_line, to_line, coalesce(' (account ' || staging.account_text(account) || ')', '')
    )
    when state = 'contradicts' and disagreeing = 1 then format(
      'The balance does not continue from line {} to line {}: {} is missing or surplus between them{}. The other balances agree from line to line.',
      from_line, to_line, core.money_text(currency, abs(gap)), coalesce(' (account ' || staging.account_text(account) || ')', '')
    )
    else format(
      'From line {} to line {}, the change of the balance and the amount differ by {}{}; {} of {} steps do not agree.',
      from_line, to_line, core.money_text(currency, abs(gap)), coalesce(' (account ' || staging.account_text(account) || ')', ''),
      disagreeing, step_count
    )
  end as message,
  case
    when state = 'turned' and has_no_sign
      then 'Name the column that states debit or credit under books.bank.aliases.direction, or the columns of the amounts under debit and credit.'
    when state = 'turned' then 'Name the columns under books.bank.aliases.debit and credit as they are meant, or export the statement again.'
    when state = 'differs' or (state = 'contradicts' and disagreeing > 1) then 'Lines may be missing, or a column that changes the balance may not be read: export the whole statement again. '
      || 'If the balances are of another kind, such as available balances, ignore them: books.bank.ignore: ["{balance}"].'
    else 'A line is missing, doubled or changed: export the statement again. Nothing of the file was loaded.'
  end as remedy,
  to_line as line_no
from running_balance
where state in ('contradicts', 'differs', 'turned')
order by to_line
limit 1;

-- statement: bank_running_keep
-- Keeps what the balances beside the lines prove: several rules read it.
create or replace temp table running_balance as
from staging.bank_running_balance($receipt_id, 'incoming');

-- statement: bank_running_balance
-- Whether the balances beside the lines of a table are those after each line: the balance after a line is that of the line
-- before it and its amount, in a table that begins with the oldest line or with the newest.
-- state: proven, contradicts (nearly all steps agree and one does not), differs (several steps do not agree), turned (the amounts
-- agree with another sign: they have no sign, or debits and credits are swapped), or unproven (no step could be checked)
-- from_line, to_line: the two lines of the first step that does not agree; gap: what is missing between them
-- opening, closing: before the oldest and after the newest line; null where not every step agrees
-- edge_line: the oldest line with a balance, whose own amount no step proves
-- grain: one account and currency of a table
-- key: account, currency
-- reads: staging.rejected_row, and the table the_lines, which has the rows of staging.bank_line
create or replace macro staging.bank_running_balance(the_receipt_id, the_lines) as table (
  with
  line as (
    select
      account,
      currency,
      line_no,
      booked_on,
      amount,
      running_balance,
      sum(coalesce(amount, 0)) over file_order as sum_so_far,
      count(*) over file_order - count(amount) over file_order as unreadable_so_far
    from query_table(the_lines)
    where is_table and coalesce(reject_code not in ('summary_row', 'not_booked', 'continuation'), true)
    window file_order as (partition by account, currency order by line_no rows unbounded preceding)
  ),
  stated as (
    select
      line.*,
      running_balance - sum_so_far as oldest_first,
      running_balance + sum_so_far - coalesce(amount, 0) as newest_first,
      lag(line_no) over file_order as line_before,
      lag(running_balance - sum_so_far) over file_order as oldest_first_before,
      lag(running_balance + sum_so_far - coalesce(amount, 0)) over file_order as newest_first_before,
      lag(amount) over file_order as amount_before,
      lag(unreadable_so_far) over file_order as unreadable_before,
      lag(unreadable_so_far - (amount is null)::integer) over file_order as unreadable_above_before
    from line
    where running_balance is not null
    window file_order as (partition by account, currency order by line_no)
  ),
  -- a step across a rejected row cannot be checked
  step as (
    select
      account,
      currency,
      line_before as from_line,
      line_no as to_line,
      case when unreadable_so_far = unreadable_before then oldest_first - oldest_first_before end as oldest_first_gap,
      case when unreadable_so_far - (amount is null)::integer = unreadable_above_before
        then newest_first_before - newest_first end as newest_first_gap,
      coalesce(oldest_first_gap = -2 * amount, false) as is_turned_oldest_first,
      coalesce(newest_first_gap = -2 * amount_before, false) as is_turned_newest_first
    from stated
    where line_before is not null
      and not exists (
        select 1
        from staging.rejected_row as rejected
        where rejected.receipt_id = the_receipt_id and rejected.reason_code in ('too_few_cells', 'too_many_cells', 'not_utf8')
          and rejected.line_no between line_before and line_no
      )
  ),
  tally as (
    select
      account,
      currency,
      count(*) filter (oldest_first_gap = 0) as oldest_first_count,
      count(*) filter (newest_first_gap = 0) as newest_first_count,
      newest_first_count > oldest_first_count as is_newest_first,
      greatest(oldest_first_count, newest_first_count) as agreeing,
      count(*) filter (oldest_first_gap <> 0) as oldest_first_bad,
      count(*) filter (newest_first_gap <> 0) as newest_first_bad,
      case when is_newest_first then newest_first_bad else oldest_first_bad end as disagreeing,
      count(*) as step_count,
      count(*) filter (is_turned_oldest_first and oldest_first_gap <> 0) as oldest_first_turned,
      count(*) filter (is_turned_newest_first and newest_first_gap <> 0) as newest_first_turned
    from step
    group by account, currency
  ),
  first_bad as (
    select
      step.account,
      step.currency,
      min_by({
        'from_line': from_line,
        'to_line': to_line,
        'gap': case when is_newest_first then newest_first_gap else oldest_first_gap end
      }, to_line) as place
    from step
    inner join tally on tally.account is not distinct from step.account and tally.currency = step.currency
    where case when is_newest_first then newest_first_gap else oldest_first_gap end <> 0
    group by step.account, step.currency
  ),
  -- lines of a day in another order: each balance but one is also the balance before another line
  chain as (
    select account, currency, sum(greatest(before_count - after_count, 0)) as broken_count
    from (
      select account, currency, value, sum(is_before) as before_count, sum(1 - is_before) as after_count
      from (
        select account, currency, running_balance - amount as value, 1 as is_before from stated where amount is not null
        union all
        select account, currency, running_balance, 0 from stated where amount is not null
      ) as both_balances
      group by account, currency, value
    ) as counted
    group by account, currency
  ),
  -- the balance at the end of the day beside each line of the day
  day as (
    select account, currency, booked_on, min(running_balance) as balance, sum(amount) as amount,
      min(running_balance) = max(running_balance) and count(*) = count(running_balance) and count(*) = count(amount) as is_one
    from line
    group by account, currency, booked_on
  ),
  day_step as (
    select account, currency, is_one, booked_on, balance - lag(balance) over day_order as change, amount
    from day
    window day_order as (partition by account, currency order by booked_on)
  ),
  by_day as (
    select account, currency, bool_and(is_one and booked_on is not null and coalesce(change = amount, true)) as is_possible,
      is_possible and count(*) > 2 as is_proven
    from day_step
    group by account, currency
  ),
  span as (
    select
      account,
      currency,
      min(booked_on) as first_day,
      max(booked_on) as last_day,
      count(*) = count(amount) and count(*) = count(booked_on) as is_readable,
      sum(coalesce(amount, 0)) as total,
      coalesce(min(amount) >= 0, false) as has_no_sign
    from line
    group by account, currency
  ),
  edge as (
    select account, currency, min_by(oldest_first, line_no) as before_first, min_by(newest_first, line_no) as after_first,
      min(line_no) as first_line, max(line_no) as last_line
    from stated
    group by account, currency
  )
  select
    tally.account,
    tally.currency,
    case
      when disagreeing = 0 and agreeing > 0 then 'proven'
      when chain.broken_count <= 1 and agreeing > 0 then 'proven'
      when by_day.is_proven then 'proven'
      when (has_no_sign and oldest_first_turned > 0 and oldest_first_count + oldest_first_turned = step_count)
        or (has_no_sign and newest_first_turned > 0 and newest_first_count + newest_first_turned = step_count)
        or (step_count > 1 and step_count in (oldest_first_turned, newest_first_turned))
        then 'turned'
      when agreeing >= 2 * disagreeing and agreeing > 1 then 'contradicts'
      when disagreeing > 0 and not coalesce(by_day.is_possible, false) then 'differs'
      else 'unproven'
    end as state,
    step_count,
    disagreeing,
    has_no_sign,
    first_bad.place.from_line as from_line,
    first_bad.place.to_line as to_line,
    first_bad.place.gap::decimal(38, 4) as gap,
    case when is_newest_first then edge.last_line else edge.first_line end as edge_line,
    span.first_day,
    span.last_day,
    case
      when disagreeing > 0 or agreeing = 0 or not span.is_readable then null
      when is_newest_first then edge.after_first - span.total
      else edge.before_first
    end::decimal(38, 4) as opening,
    case
      when disagreeing > 0 or agreeing = 0 or not span.is_readable then null
      when is_newest_first then edge.after_first
      else edge.before_first + span.total
    end::decimal(38, 4) as closing
  from tally
  inner join span on span.account is not distinct from tally.account and span.currency = tally.currency
  inner join edge on edge.account is not distinct from tally.account and edge.currency = tally.currency
  left join chain on chain.account is not distinct from tally.account and chain.currency = tally.currency
  left join by_day on by_day.account is not distinct from tally.account and by_day.currency = tally.currency
  left join first_bad on first_bad.account is not distinct from tally.account and first_bad.currency = tally.currency
);

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
