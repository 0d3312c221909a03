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
-- before it and its amount, in a table that begins with the oldest line or with the newest. Days that rise or fall from line to line
-- decide which.
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
      is_balance_row,
      running_balance,
      sum(coalesce(amount, 0)) over file_order as sum_so_far,
      count(*) over file_order - count(amount) over file_order as unreadable_so_far
    from (
      -- a row that only states a balance moves nothing
      select * replace (case when is_balance_row then 0 else amount end as amount)
      from query_table(the_lines)
      where is_table and (coalesce(reject_code not in ('summary_row', 'not_booked', 'continuation'), true) or is_balance_row)
    ) as line
    window file_order as (partition by account, currency order by line_no rows unbounded preceding)
  ),
  stated as (
    select
      line.*,
      running_balance - sum_so_far as oldest_first,
      running_balance + sum_so_far - coalesce(amount, 0) as newest_first,
      lag(line_no) over file_order as line_before,
      lag(booked_on) over file_order as booked_before,
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
      sign(booked_on - booked_before) as days_go,
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
      count(*) as step_count,
      count(*) filter (oldest_first_gap = 0) as oldest_first_count,
      count(*) filter (newest_first_gap = 0) as newest_first_count,
      count(*) filter (is_turned_oldest_first and oldest_first_gap <> 0) as oldest_first_turned,
      count(*) filter (is_turned_newest_first and newest_first_gap <> 0) as newest_first_turned,
      min(days_go) >= 0 and max(days_go) > 0 as days_rise,
      max(days_go) <= 0 and min(days_go) < 0 as days_fall,
      -- equal amounts agree in one order with one sign and in the other with the other sign: the days decide the order
      case
        when days_rise and newest_first_count = step_count and oldest_first_turned = step_count then 'newest_first'
        when days_fall and oldest_first_count = step_count and newest_first_turned = step_count then 'oldest_first'
      end as order_against_days,
      if(order_against_days is null, newest_first_count > oldest_first_count, order_against_days = 'oldest_first') as is_newest_first,
      case when is_newest_first then newest_first_count else oldest_first_count end as agreeing,
      count(*) filter (oldest_first_gap <> 0) as oldest_first_bad,
      count(*) filter (newest_first_gap <> 0) as newest_first_bad,
      case when is_newest_first then newest_first_bad else oldest_first_bad end as disagreeing
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
  -- lines of a day in another order: each balance but one is also the balance before another line, and a row that only states a
  -- balance has one of them
  chain as (
    select account, currency, sum(case when before_count + after_count = 0 then 2 else greatest(before_count - after_count, 0) end) as broken_count
    from (
      select account, currency, value, sum(is_before) as before_count, sum(is_after) as after_count
      from (
        select account, currency, running_balance - amount as value, (not is_balance_row)::integer as is_before, 0 as is_after
        from stated
        where amount is not null
        union all
        select account, currency, running_balance, 0, (not is_balance_row)::integer from stated where amount is not null
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
    where not is_balance_row
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
  -- rows that only state a balance, where it is not the opening balance of the first day or the closing balance of the last day
  off_row as (
    select row.account, row.currency, count(*) as row_count
    from line as row
    inner join (
      select account, currency, arg_min(balance - amount, booked_on) as opening, arg_max(balance, booked_on) as closing
      from day
      group by account, currency
    ) as whole on whole.account is not distinct from row.account and whole.currency = row.currency
    where row.is_balance_row and row.running_balance not in (whole.opening, whole.closing)
    group by row.account, row.currency
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
    where not is_balance_row
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
      when chain.broken_count <= 1 and agreeing > 0 and order_against_days is null then 'proven'
      when by_day.is_proven and off_row.row_count is null then 'proven'
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
  left join off_row on off_row.account is not distinct from tally.account and off_row.currency = tally.currency
  left join first_bad on first_bad.account is not distinct from tally.account and first_bad.currency = tally.currency
);
