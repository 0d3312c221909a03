-- Whether the balances beside the lines of a table are those after each line: the balance after a line is that of the line
-- before it and its amount, in a table that begins with the oldest line or with the newest.
-- state: proven, contradicts (nearly all steps agree and one does not), turned (the amounts agree with another sign: they have
-- none, or debits and credits are swapped), or unproven (another kind of balance)
-- from_line, to_line: the two lines of the first step that does not agree; gap: what is missing between them
-- opening, closing: before the oldest and after the newest line; null where not every step agrees
-- grain: one account and currency of a table
-- key: account, currency
-- reads: staging.rejected_row, and the table the_lines, which has the rows of staging.bank_line
create or replace macro staging.bank_running_balance(the_file_id, the_lines) as table (
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
    where is_table and reject_code is distinct from 'summary_row'
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
  -- a step across a rejected row cannot be followed
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
        where rejected.file_id = the_file_id and rejected.reason_code in ('too_few_cells', 'too_many_cells', 'not_utf8')
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
    select account, currency, bool_and(is_one and booked_on is not null and coalesce(change = amount, true)) and count(*) > 2 as is_proven
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
    select account, currency, min_by(oldest_first, line_no) as before_first, min_by(newest_first, line_no) as after_first
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
      when step_count > 1 and (
          (has_no_sign and oldest_first_turned > 0 and oldest_first_count + oldest_first_turned = step_count)
          or (has_no_sign and newest_first_turned > 0 and newest_first_count + newest_first_turned = step_count)
          or oldest_first_turned = step_count
          or newest_first_turned = step_count
        )
        then 'turned'
      when agreeing >= 2 * disagreeing and agreeing > 1 then 'contradicts'
      else 'unproven'
    end as state,
    step_count,
    has_no_sign,
    first_bad.place.from_line as from_line,
    first_bad.place.to_line as to_line,
    first_bad.place.gap::decimal(38, 4) as gap,
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
